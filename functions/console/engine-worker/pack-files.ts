import { zipOf } from '@tallystick/audit/zip/zip'
import { type RowFault, zipLimits } from '@tallystick/engine/intake'
import { partsOf, readFile, textReader } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** One of several files that are read as one side. */
export interface FilePart {
  readonly file: File
  /** Its name in the zip, by which faults and records name it: `1-january.csv`. */
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

const [packedMax, unpackedMax] = [zipLimits.packedByteCount, zipLimits.unpackedByteCount].map(
  (each) => each / 1024 / 1024,
)

/** Why several files that can be read one by one cannot be read as one side. */
export const tooLongTogether = `These files are too long together: several files of a side may have ${packedMax} MB, and ${unpackedMax} MB once workbooks among them are unpacked. Choose fewer files, or join them into one CSV, which may be longer.`

/**
 * Packs files of one layout, by their first days and then by their names. Each name is numbered, since a zip is read in
 * the order of its names. Reads each file once for its figures. Throws where the files are too long together.
 */
export async function packFiles(modules: EngineModules, { files, pause }: PackRequest): Promise<PackedFiles> {
  if (files.reduce((sum, { size }) => sum + size, 0) > zipLimits.packedByteCount) throw new Error(tooLongTogether)
  const read: Omit<FilePart, 'name'>[] = []
  for (const file of files) read.push(await figuresOf(modules, { file, pause }))
  const digitCount = String(files.length).length
  const parts = read
    .toSorted((a, b) => compareTexts(a.from ?? '', b.from ?? '') || compareTexts(a.file.name, b.file.name))
    .map((part, index) => ({ ...part, name: `${String(index + 1).padStart(digitCount, '0')}-${part.file.name}` }))
  const bytes: Uint8Array<ArrayBuffer>[] = []
  for await (const part of zipOf(parts.map(({ name, file }) => ({ name, parts: partsOf(file) }))))
    bytes.push(new Uint8Array(part))
  return { file: new File(bytes, `${parts[0]?.file.name} and ${parts.length - 1} more`), parts }
}

interface PartRequest {
  readonly file: File
  readonly pause: PackRequest['pause']
}

async function figuresOf(modules: EngineModules, { file, pause }: PartRequest): Promise<Omit<FilePart, 'name'>> {
  const { reading, table } = await readFile(modules, { file, settings: {}, pause })
  const dayOf = textReader(table, 'date')
  const days = Array.from({ length: table.rowCount }, (_, row) => dayOf(row)).flatMap((day) => day ?? [])
  return {
    ...{ file, recordCount: table.rowCount },
    from: days.reduce<string | null>((least, day) => (least === null || day < least ? day : least), null),
    to: days.reduce<string | null>((most, day) => (most === null || day > most ? day : most), null),
    faultCount: reading.ok ? 0 : reading.faults.length,
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Whether a zip of files is refused for the length of all of them, not for a fault of one. */
export const isTooLongTogether = (parts: readonly FilePart[], faults: readonly RowFault[]): boolean =>
  faults[0]?.code === 'dataset_too_large' &&
  parts.every(({ name, faultCount }) => faultCount === 0 || !faults[0]?.file?.startsWith(name))
