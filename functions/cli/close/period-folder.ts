import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { zipOf } from '@tallystick/audit/zip/zip'
import { readZipFile } from '@tallystick/audit/zip/zip-file'
import { joinBytes } from '@tallystick/engine/base'
import { type PeriodFiles, periodFileNames } from '@tallystick/engine/close'
import { blobOf } from '../evidence/open-evidence.ts'
import { fileFault } from '../file-fault.ts'
import type { ConfigResult } from '../read-config.ts'

/** The files of a period in its folder, and in its pack, a zip of the same files. */

export const isBegun = (folder: string): boolean => existsSync(join(folder, 'manifest.json'))

export function readFolder(folder: string): ConfigResult<PeriodFiles> {
  if (!isBegun(folder))
    return { ok: false, faults: [`${folder}: there is no period in the folder; close start begins one`] }
  return filesOf((name) => {
    try {
      return readFileSync(join(folder, name))
    } catch (error) {
      return fileFault(join(folder, name), error)
    }
  })
}

/** Writes each file whole or not at all, the manifest last. */
export function writeFolder(folder: string, files: PeriodFiles): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of periodFileNames.toReversed()) {
      const path = join(folder, name)
      writeFileSync(`${path}.part`, files[name])
      renameSync(`${path}.part`, path)
    }
    return []
  } catch (error) {
    return [fileFault(folder, error)]
  }
}

/** Reads a pack: a zip with exactly the files of a period, as `writePack` makes it. */
export async function readPackFiles(path: string): Promise<ConfigResult<PeriodFiles>> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const zip = await readZipFile(blobOf(file, size))
      if (!zip.ok) return { ok: false, faults: [`${path}: ${zip.detail}`] }
      const names = zip.value.entries.map(({ name }) => name)
      if (names.join() !== periodFileNames.join())
        return { ok: false, faults: [`${path}: Got other files than those of a period: ${names.join(', ')}`] }
      const bytes = new Map<string, Uint8Array>()
      for (const entry of zip.value.entries) bytes.set(entry.name, await joinedParts(zip.value.read(entry)))
      const damaged = [...zip.value.damaged].map((name) => `${path}: ${name} is damaged`)
      if (damaged.length > 0) return { ok: false, faults: damaged }
      return filesOf((name) => bytes.get(name) ?? `${path}: ${name} is missing`)
    } finally {
      await file.close()
    }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
}

export async function writePack(path: string, files: PeriodFiles): Promise<readonly string[]> {
  const archive = zipOf(periodFileNames.map((name) => ({ name, parts: [Buffer.from(files[name])] })))
  try {
    writeFileSync(`${path}.part`, await joinedParts(archive))
    renameSync(`${path}.part`, path)
    return []
  } catch (error) {
    return [fileFault(path, error)]
  }
}

async function joinedParts(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  return joinBytes(read)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** `bytesOf` gives the bytes of a file, or its fault. */
function filesOf(bytesOf: (name: string) => Uint8Array | string): ConfigResult<PeriodFiles> {
  const faults: string[] = []
  const textOf = (name: (typeof periodFileNames)[number]): string => {
    const bytes = bytesOf(name)
    if (typeof bytes !== 'string') {
      try {
        return decoder.decode(bytes)
      } catch {
        faults.push(`${name}: Got bytes that are no UTF-8`)
        return ''
      }
    }
    faults.push(bytes)
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
