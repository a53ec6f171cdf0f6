import { zipOf } from '@tallystick/audit/zip/zip'
import { partsOf, readFile, textReader } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** One of several files that are read as one side. */
export interface FilePart {
  readonly file: File
  /** By which faults name it. */
  readonly name: string
  readonly recordCount: number
  /** Days as ISO dates; null without dates. */
  readonly from: string | null
  readonly to: string | null
  /** How many of its places cannot be read yet. */
  readonly faultCount: number
}

export interface PackedFiles {
  /** A zip of the files in their order, which the reader takes as one file. */
  readonly file: File
  readonly parts: readonly FilePart[]
}

interface PackRequest {
  readonly files: readonly File[]
  readonly pause: () => Promise<void>
}

/** Packs files of one layout, by their first days and then by their names. Reads each of them once for its figures. */
export async function packFiles(modules: EngineModules, { files, pause }: PackRequest): Promise<PackedFiles> {
  const read: FilePart[] = []
  for (const [index, file] of files.entries()) {
    // Files of equal names come from different folders.
    const isTwin = files.slice(0, index).some(({ name }) => name === file.name)
    read.push(await partOf(modules, { file, name: isTwin ? `${index + 1}-${file.name}` : file.name, pause }))
  }
  const parts = read.toSorted((a, b) => compareTexts(a.from ?? '', b.from ?? '') || compareTexts(a.name, b.name))
  const bytes: Uint8Array<ArrayBuffer>[] = []
  for await (const part of zipOf(parts.map(({ name, file }) => ({ name, parts: partsOf(file) }))))
    bytes.push(new Uint8Array(part))
  return { file: new File(bytes, `${parts[0]?.name} and ${parts.length - 1} more`), parts }
}

interface PartRequest {
  readonly file: File
  readonly name: string
  readonly pause: PackRequest['pause']
}

async function partOf(modules: EngineModules, { file, name, pause }: PartRequest): Promise<FilePart> {
  const { reading, table } = await readFile(modules, { file, settings: {}, pause })
  const dayOf = textReader(table, 'date')
  const days = Array.from({ length: table.rowCount }, (_, row) => dayOf(row)).flatMap((day) => day ?? [])
  return {
    ...{ file, name, recordCount: table.rowCount },
    from: days.reduce<string | null>((least, day) => (least === null || day < least ? day : least), null),
    to: days.reduce<string | null>((most, day) => (most === null || day > most ? day : most), null),
    faultCount: reading.ok ? 0 : reading.faults.length,
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
