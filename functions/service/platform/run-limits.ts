import type { ReasonSizes } from '@tallystick/engine/pieces'

/** Records and bytes are those of both sides of a run together. */

const megabyte = 1024 * 1024

export interface RunLimits {
  /** The most records of a run that a request executes. */
  readonly inlineRecordCountMax: number
  /**
   * The most bytes of canonical lines of a run that a request executes. Columns and result take several times as much.
   */
  readonly inlineByteCountMax: number
  /** The most counted steps of a run in a request. They take seconds. */
  readonly inlineStepCountMax: number
  /** The most records and bytes of canonical lines of a period. Its records are in memory as columns, and never as lines. */
  readonly periodRecordCountMax: number
  readonly periodByteCountMax: number
  /** The most items of a period of more than `inlineRecordCountMax`: records that are open, left out, handed on or decided. */
  readonly periodItemCountMax: number
  /** The most records of earlier periods with which a request compares those of a period. It holds few of them. */
  readonly earlierRecordCountMax: number
  /** The most records of a run whose proof chain a request verifies: each takes 36 bytes. */
  readonly provenRecordCountMax: number
  /** The most unfinished runs in pieces of a tenant. */
  readonly unfinishedCountMax: number
  /** How often an instance stores the progress of its run while records are done. */
  readonly noteMilliseconds: number
  /** The most starts of a run in pieces. Each start repeats a failing step seven times. */
  readonly attemptCountMax: number
  /** For tests: sizes of pieces instead of those that follow from the run. */
  readonly pieces?: PieceLimits
}

/** The result does not depend on these sizes. */
export interface PieceLimits {
  /** Bytes of a side's canonical lines that a step reads. The output that it holds is twice as large. */
  readonly partByteCount: number
  /** Average bytes of the records of a rule in a partition. */
  readonly partitionByteCount: number
  /** Bytes of canonical lines that a step reads into columns. */
  readonly pieceByteCountMax: number
  readonly mergedLineCountMax: number
  readonly mergedFileCountMax: number
  readonly chunkByteCountMax: number
  readonly explain?: Partial<ReasonSizes>
}

export const runRecordCountMax = 20_000_000

export const instanceCountUsual = 8

export const runLimits: RunLimits = {
  inlineRecordCountMax: 50_000,
  inlineByteCountMax: 16 * megabyte,
  inlineStepCountMax: 1_000_000_000,
  periodRecordCountMax: 200_000,
  periodByteCountMax: 32 * megabyte,
  periodItemCountMax: 25_000,
  earlierRecordCountMax: 1_000_000,
  provenRecordCountMax: 2_000_000,
  unfinishedCountMax: 8,
  noteMilliseconds: 500,
  attemptCountMax: 5,
}
