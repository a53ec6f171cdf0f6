/**
 * Bounds on the work of a run, counted and never timed. They are part of the engine version: a result made under others
 * is no result of this version. Tests make them small.
 */
export interface Limits {
  /** Records of both sides that one block may have, and the bytes of their canonical lines. */
  readonly blockRecordCountMax: number
  readonly blockByteCountMax: number
  /** Steps for each record of a block, and those that any block may take. */
  readonly stepsPerRecord: number
  readonly blockStepCountMin: number
  /** Candidates of one block that are listed: 8 bytes each, and 4 to 8 for each part of their ranks. */
  readonly candidateCountMax: number
  /** Open records a side, the first by id, of which near misses are looked for. */
  readonly explainedCountMax: number
  /** Steps of comparing texts that all joins which explain open records may take together: seconds. */
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

/** Steps that a block of so many records may take to find its pairs, as many again to compare them, and so on. */
export const stepCountMaxOf = ({ stepsPerRecord, blockStepCountMin }: Limits, recordCount: number): number =>
  Math.max(blockStepCountMin, stepsPerRecord * recordCount)

/** What a block needs of something of which there is not as much: records, bytes, steps. */
export interface WorkNeeded {
  readonly needed: number
  readonly limit: number
  /** What is counted: `records`, `bytes`, `candidates`, or the criteria by which the pairs are found or compared. */
  readonly by: string
}
