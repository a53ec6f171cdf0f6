import { joinBytes, type Parsed } from '@tallystick/engine/base'
import { type PeriodFiles, periodFileNames } from '@tallystick/engine/close'
import { type PeriodLog, periodLogFileNames, readPeriodLog } from '@tallystick/engine/verify'
import type { EvidenceBlob } from '../base/evidence-blob.ts'
import { zipOf } from '../zip/zip.ts'
import { readZipFile } from '../zip/zip-file.ts'
import { type EvidenceUse, refused } from './evidence-file.ts'

/** The pack of a period: a zip of its files, in their order. */

export interface PeriodPack {
  readonly files: PeriodFiles
  /** Of a pack from a service, which has no `signoffs.ndjson`. */
  readonly log: PeriodLog | undefined
}

/** The files of a pack from a service. */
export const loggedPeriodNames: readonly string[] = [
  ...periodFileNames.filter((name) => name !== 'signoffs.ndjson'),
  ...periodLogFileNames,
]

/** Reads the pack of a period. Throws UnreadableError where a file cannot be unpacked. */
export async function openPeriodPack(blob: EvidenceBlob): Promise<EvidenceUse<PeriodPack>> {
  const zip = await readZipFile(blob)
  if (!zip.ok) return refused(zip.detail)
  const names = zip.value.entries.map(({ name }) => name)
  const isLogged = names.join() === loggedPeriodNames.join()
  if (!isLogged && names.join() !== periodFileNames.join())
    return refused(`Got other files than those of a period: ${names.join(', ')}`)
  const bytes = new Map<string, Uint8Array>()
  for (const entry of zip.value.entries) bytes.set(entry.name, await joinedParts(zip.value.read(entry)))
  const damaged = [...zip.value.damaged].map((name) => `${name} is damaged`)
  if (damaged.length > 0) return { ok: false, faults: damaged }
  const files = periodFilesIn(isLogged ? new Map([...bytes, ['signoffs.ndjson', new Uint8Array()]]) : bytes)
  const log = isLogged ? readPeriodLog(bytes) : undefined
  if (files.ok && log?.ok !== false) return { ok: true, value: { files: files.value, log: log?.value } }
  return { ok: false, faults: [files, log].flatMap((each) => (each?.ok === false ? each.faults : [])) }
}

/** The texts of the files of a period, of which each has to be there. Other files are passed over. */
export function periodFilesIn(bytes: ReadonlyMap<string, Uint8Array>): EvidenceUse<PeriodFiles> {
  const faults: string[] = []
  const textOf = (name: (typeof periodFileNames)[number]): string => {
    const text = decoded(bytes.get(name))
    if (text.ok) return text.value
    faults.push(`${name}: ${text.detail}`)
    return ''
  }
  const files: PeriodFiles = {
    'manifest.json': textOf('manifest.json'),
    'rules.json': textOf('rules.json'),
    'opening.ndjson': textOf('opening.ndjson'),
    'earlier.ndjson': textOf('earlier.ndjson'),
    'source.ndjson': textOf('source.ndjson'),
    'target.ndjson': textOf('target.ndjson'),
    'aside.ndjson': textOf('aside.ndjson'),
    'instructions.ndjson': textOf('instructions.ndjson'),
    'result.ndjson': textOf('result.ndjson'),
    'decisions.ndjson': textOf('decisions.ndjson'),
    'notes.ndjson': textOf('notes.ndjson'),
    'balances.json': textOf('balances.json'),
    'signoffs.ndjson': textOf('signoffs.ndjson'),
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: files }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Uint8Array | undefined): Parsed<string> {
  if (bytes === undefined) return { ok: false, detail: 'Got no such file' }
  try {
    return { ok: true, value: decoder.decode(bytes) }
  } catch {
    return { ok: false, detail: 'Got bytes that are no UTF-8' }
  }
}

/** The pack of files that lie beside each other. Files of other names are left out. */
export const packOfPeriod = (files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> =>
  joinedParts(
    zipOf(
      periodFileNames.flatMap((name) => {
        const bytes = files.get(name)
        return bytes === undefined ? [] : [{ name, parts: [bytes] }]
      }),
    ),
  )

async function joinedParts(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  return joinBytes(read)
}
