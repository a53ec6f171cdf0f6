import type { SeenRow } from '../columns/seen-columns.ts'
import type { TakenColumns } from '../columns/taken-columns.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Steps } from '../rows/steps.ts'

export interface FileFormat {
  /** The format's name in the API, such as `csv`. */
  readonly name: string
  /** The format's name in a sentence, such as `CSV`. */
  readonly title: string
  /** Media types in lower case and without parameters; the first is the usual one. */
  readonly mediaTypes: readonly string[]
  /** Endings of file names in lower case, with their dot. They are a hint only: the content of a file decides. */
  readonly extensions: readonly string[]
  readonly sniff: Sniff
  readonly open: OpenReader
}

/**
 * Looks at the first bytes of a file: `held` has all of them, `visible` those that are not white space. `isAll` says
 * that no more will come.
 */
export type Sniff = (visible: Uint8Array, isAll: boolean, held: Uint8Array) => Sniffed

/**
 * `certain`: a signature that no other format has. `likely`: a file of the format begins like this. `possible`: any
 * text may be of the format. `undecided`: too few bytes to tell; with `isAll` this counts as `no`.
 */
export type Sniffed = 'certain' | 'likely' | 'possible' | 'undecided' | 'no'

/**
 * Opens a reader of one file, which hands on records in the order of the file. Faults of the options go to the sink.
 */
export type OpenReader = (options: ReaderOptions, sink: StatementSink) => RecordReader

export interface ReaderOptions {
  readonly mapping: Mapping
  /** The currency of records that name none. */
  readonly currency: string | undefined
  /** The first part of the adapter's name, such as `bank`. Column names of this kind win over general ones. */
  readonly kind: string | undefined
  /** The encoding that the sender names; if undefined, the reader recognises it. For text formats only. */
  readonly encodingLabel: string | undefined
  /**
   * Whether entries or their details become records; if undefined, the reader decides. For formats with details only.
   */
  readonly level: EntryLevel | undefined
  /** The sheet to read; if undefined, the first with data. For workbooks only. */
  readonly sheet: string | undefined
  readonly onColumns: OnColumns | undefined
  readonly onRow?: OnRow | undefined
}

export const entryLevels = ['entry', 'detail'] as const
export type EntryLevel = (typeof entryLevels)[number]

/** Where a row of a table stands: above the header, as the header, or below it. */
export type RowPlace = 'above' | 'header' | 'below'

/**
 * Called with rows of a CSV or workbook as they are in the file: all rows that are not read by the module of usual rows,
 * thus at least those down to the header. Without a header, the first rows are all above it.
 */
export type OnRow = (row: SeenRow, place: RowPlace) => void

export type OnColumns = (taken: readonly TakenColumns[]) => void

/**
 * Reads a file from parts of any size. The caller takes all steps of one call before the next call, and does not change
 * the bytes meanwhile.
 */
export interface RecordReader {
  write(bytes: Uint8Array): Steps<void>
  end(): Steps<void>
  /** Whether the reader holds the whole file and reads it at the end. */
  readonly isHeld?: boolean
  unpackedByteCount?(): number
  /** The encoding of the file once it is decided. Absent for formats that have only one. */
  encoding?(): string | null
  /** The format that the content shows, if it is another than the opened one. */
  format?(): string | undefined
}
