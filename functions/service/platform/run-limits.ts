import type { ReasonSizes } from '@tallystick/engine/pieces'

/** The limits of runs: what a request executes itself, and how a Workflow executes the rest in pieces. */

const megabyte = 1024 * 1024

export interface RunLimits {
  /** Records of both sides together that a request executes. */
  readonly inlineRecordCountMax: number
  /** Bytes of the canonical lines of both sides together that a request executes: columns and result are several times as much. */
  readonly inlineByteCountMax: number
  /** Counted steps that a run may take in a request: seconds. */
  readonly inlineStepCountMax: number
  /** Records of both sides of a run whose proof chain is gone through in a request: each takes 35 bytes. */
  readonly provenRecordCountMax: number
  /** Runs in pieces of one tenant that may be unfinished at once. */
  readonly unfinishedCountMax: number
  /** How often an instance notes how far its run is, in milliseconds. */
  readonly noteMilliseconds: number
  /** How often a run in pieces is begun. Each begin repeats a step that fails five times. */
  readonly attemptCountMax: number
  /** How large pieces are, in place of what the size of the run says: for tests. */
  readonly pieces?: PieceLimits
}

/** How large the pieces of a run are, on which its result does not depend. */
export interface PieceLimits {
  /** Bytes of canonical lines that a step reads of a side; the output that it holds is twice as much. */
  readonly partByteCount: number
  /** Bytes that the records of a rule have in a partition on average. */
  readonly partitionByteCount: number
  /** Bytes of canonical lines that a step reads into columns. */
  readonly pieceByteCountMax: number
  readonly mergedLineCountMax: number
  readonly mergedFileCountMax: number
  readonly chunkByteCountMax: number
  readonly explain?: Partial<ReasonSizes>
}

/** Records of both sides of a run together, at most. */
export const runRecordCountMax = 20_000_000

/** Instances that share the tasks of a large run, where the deployment does not say otherwise. */
export const shareCountUsual = 8

export const runLimits: RunLimits = {
  inlineRecordCountMax: 50_000,
  inlineByteCountMax: 16 * megabyte,
  inlineStepCountMax: 1_000_000_000,
  provenRecordCountMax: 2_000_000,
  unfinishedCountMax: 8,
  noteMilliseconds: 5_000,
  attemptCountMax: 5,
}
