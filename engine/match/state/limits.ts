/**
 * Counted, never timed. Part of the engine version, since other bounds may give other results. Tests make them small.
 */
export interface Limits {
  /** Records of both sides that one block may have, and the bytes of their canonical lines. */
  readonly blockRecordCountMax: number
  readonly blockByteCountMax: number
  /** A block may take the larger of the two. */
  readonly stepsPerRecord: number
  readonly blockStepCountMin: number
  /** Candidates of one block that are listed: 8 bytes each, and 4 to 8 for each part of their ranks. */
  readonly candidateCountMax: number
  /** Open records a side, the first by id, that search for near misses. */
  readonly explainedCountMax: number
  /** Steps of comparing texts in all searches for near misses together: seconds. */
  readonly explainedTextStepCountMax: number
}

export const engineLimits: Limits = {
  blockRecordCountMax: 200_000,
  blockByteCountMax: 48_000_000,
  stepsPerRecord: 4_096,
  blockStepCountMin: 2 ** 30,
  candidateCountMax: 4_000_000,
  explainedCountMax: 100_000,
  explainedTextStepCountMax: 2 ** 30,
}

/**
 * The steps that a block of so many records may take to find its pairs; comparing them may take as many again, and so
 * on.
 */
export const stepCountMaxOf = ({ stepsPerRecord, blockStepCountMin }: Limits, recordCount: number): number =>
  Math.max(blockStepCountMin, stepsPerRecord * recordCount)

/** What a block needs more of than its limit allows: records, bytes or steps. */
export interface WorkNeeded {
  readonly needed: number
  readonly limit: number
  /** What is counted: `records`, `bytes`, `candidates`, or the criteria by which the pairs are found or compared. */
  readonly by: string
}
