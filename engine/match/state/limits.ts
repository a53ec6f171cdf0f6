/**
 * Limits count work and never measure time. They are part of the engine version, since other limits may give other
 * results. Tests use small ones.
 */
export interface Limits {
  /** Records of both sides that one block may have, and the bytes of their canonical lines. */
  readonly blockRecordCountMax: number
  readonly blockByteCountMax: number
  /** A block may take `stepsPerRecord` for each of its records, and at least `blockStepCountMin`. */
  readonly stepsPerRecord: number
  readonly blockStepCountMin: number
  /** The most candidates that are listed for one block: 8 bytes each, and 4 to 8 for each part of their ranks. */
  readonly candidateCountMax: number
  /** How many open records of a side, by id, have their near misses searched for. */
  readonly explainedCountMax: number
  /** The most steps of comparing texts in all searches for near misses together: a few seconds. */
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
 * The most steps that a block of `recordCount` records may take for each kind of work: finding pairs, comparing their
 * texts, normalising texts.
 */
export const stepCountMaxOf = ({ stepsPerRecord, blockStepCountMin }: Limits, recordCount: number): number =>
  Math.max(blockStepCountMin, stepsPerRecord * recordCount)

/** The work that a block needs beyond a limit, in records, bytes, candidates or steps. */
export interface WorkNeeded {
  readonly needed: number
  readonly limit: number
  /**
   * What is counted: `records`, `bytes`, `candidates`, `pairs`, or the names of the criteria by which pairs are found
   * or compared.
   */
  readonly by: string
}
