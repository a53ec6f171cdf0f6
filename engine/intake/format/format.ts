import type { TakenColumns } from '../columns/taken-columns.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { Steps } from '../rows/steps.ts'

export interface FileFormat {
  /** The word for the format on the wire, such as `csv`. */
  readonly name: string
  /** The word for the format in a sentence, such as `CSV`. */
  readonly title: string
  /** Media types of a body, in lower case and without parameters; the first is the usual one. */
  readonly mediaTypes: readonly string[]
  /** Endings of file names, with their dot and in lower case. Only a hint: the content of a file decides. */
  readonly extensions: readonly string[]
  readonly sniff: Sniff
  readonly open: OpenReader
}

/** With `isAll` nothing else will arrive. `visible` lacks white space, `held` has all bytes. */
export type Sniff = (visible: Uint8Array, isAll: boolean, held: Uint8Array) => Sniffed

/**
 * `certain`: a signature that no other format has. `likely`: the file begins as files of the format do. `possible`: any
 * text may be of the format. `undecided`: the bytes are too few; with `isAll` that counts as `no`.
 */
export type Sniffed = 'certain' | 'likely' | 'possible' | 'undecided' | 'no'

/** Opens a reader of one file, which hands on records in the file's order. A fault in the options goes to the sink. */
export type OpenReader = (options: ReaderOptions, sink: StatementSink) => RecordReader

export interface ReaderOptions {
  readonly mapping: Mapping
  /** The currency of records that name none. */
  readonly currency: string | undefined
  /** The adapter kind, whose column names come before the general ones. */
  readonly kind: string | undefined
  /** The encoding of a text format as the sender names it; undefined lets the reader recognise it. */
  readonly encodingLabel: string | undefined
  /**
   * What becomes a record where entries have details; undefined lets the reader decide. Other formats have no levels.
   */
  readonly level: EntryLevel | undefined
  /** The sheet to read; undefined for the first with data. Other formats have no sheets. */
  readonly sheet: string | undefined
  readonly onColumns: OnColumns | undefined
}

export const entryLevels = ['entry', 'detail'] as const
export type EntryLevel = (typeof entryLevels)[number]

export type OnColumns = (taken: readonly TakenColumns[]) => void

/** How bytes are split does not matter. All steps of a call come before the next, and its bytes must not change. */
export interface RecordReader {
  write(bytes: Uint8Array): Steps<void>
  end(): Steps<void>
  /** Whether the reader holds the whole file, and reads it at its end. */
  readonly isHeld?: boolean
  unpackedByteCount?(): number
  /** The encoding of the file, once it is decided; absent where a format has only one. */
  encoding?(): string | null
  /** The name of the format that the content turned out to be, if not the opened one. */
  format?(): string | undefined
}
