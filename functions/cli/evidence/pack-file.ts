import type { FileHandle } from 'node:fs/promises'
import { type ChainInput, packFileNames, readPack } from '@tallystick/engine'
import { type EvidenceUse, withEvidence } from './evidence-file.ts'
import type { ZipEntry } from './zip-directory.ts'
import { readZipFile, type ZipFile } from './zip-file.ts'

export type ArtifactName = 'source.ndjson' | 'target.ndjson' | 'result.ndjson'

/** An evidence pack on disk: its small files read, its artifacts not yet. */
export interface PackFile {
  readonly input: ChainInput
  /** An artifact from its beginning, as often as it is asked for. Throws Unreadable where it cannot be unpacked. */
  readonly artifact: (name: ArtifactName) => AsyncIterable<Uint8Array>
  /** Names of the files read so far whose bytes do not have the checksum that the archive says. */
  readonly damaged: ReadonlySet<string>
}

/** Opens the evidence pack at `path`, hands it to `use`, and closes it; otherwise all that makes it unreadable. */
export function withPack<Value>(path: string, use: (pack: PackFile) => Promise<Value>): Promise<EvidenceUse<Value>> {
  return withEvidence(path, async ({ file, kind, got }) => {
    if (kind !== 'pack') return { ok: false, faults: [`Got ${got}, wanted an evidence pack, the zip of ?format=zip`] }
    const pack = await openPack(file)
    return pack.ok ? { ok: true, value: await use(pack.value) } : pack
  })
}

/** Of a side of 20,000 records of 64 KB each; its lines are never held together. */
const artifactByteCountMax = 2 ** 31
const smallByteCountMax = 8 * 2 ** 20

/**
 * The pack in a zip, or all that makes it unreadable. Throws Unreadable where a small file of it cannot be unpacked; the
 * artifacts may turn out so when they are read.
 */
export async function openPack(file: FileHandle): Promise<EvidenceUse<PackFile>> {
  const zip = await readZipFile(file)
  if (!zip.ok) return { ok: false, faults: [zip.detail] }
  const { entries, read, damaged } = zip.value
  const faults = entries.flatMap((entry, index) => entryFault(entry, entries.slice(0, index)) ?? [])
  if (faults.length > 0) return { ok: false, faults }
  const find = (name: ArtifactName) => entries.find((each) => each.name === name)
  const pack = readPack({
    small: await readSmall(zip.value),
    artifact: (name) => {
      const entry = find(name)
      return entry && read(entry)
    },
  })
  if (!pack.ok) return pack
  const artifact = (name: ArtifactName) => {
    const entry = find(name)
    if (entry === undefined) throw new Error(`A pack that was read has no ${name}`)
    return read(entry)
  }
  return { ok: true, value: { input: pack.value, artifact, damaged } }
}

/** What is wrong with one file of the archive, told before any of it is unpacked. */
function entryFault({ name, byteCount }: ZipEntry, earlier: readonly ZipEntry[]): string | undefined {
  if (name.includes('/')) return `${name} is a folder or in one, wanted the files of an evidence pack alone`
  if (!isPackFileName(name)) return `${name} is no file of an evidence pack`
  if (earlier.some((each) => each.name === name)) return `${name} is there twice`
  const byteCountMax = isArtifact(name) ? artifactByteCountMax : smallByteCountMax
  return byteCount > byteCountMax ? `${name} has ${byteCount} bytes, wanted at most ${byteCountMax}` : undefined
}

const isPackFileName = (name: string): boolean => packFileNames.some((each) => each === name)
const isArtifact = (name: string): boolean => /^(source|target|result)\.ndjson$/.test(name)

async function readSmall({ entries, read }: ZipFile): Promise<ReadonlyMap<string, Uint8Array>> {
  const small = new Map<string, Uint8Array>()
  for (const entry of entries.filter(({ name }) => !isArtifact(name))) {
    const parts: Uint8Array[] = []
    for await (const part of read(entry)) parts.push(part)
    small.set(entry.name, Buffer.concat(parts))
  }
  return small
}
