import type { Limits } from '../../match/state/limits.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { Side } from '../../record/side.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import type { ExplainJoin } from './explain-joins.ts'
import type { PieceStore } from './explain-store.ts'
import type { LookedRecords, MarkedRecords } from './looked-records.ts'

/** A stretch of the records of one side that fits in memory several times. */
export interface ExplainSlice {
  readonly side: Side
  readonly read: () => Promise<LookedRecords>
  /** The same records without their columns. */
  readonly readMarks: () => Promise<MarkedRecords>
}

/** How large the steps are. */
export interface ExplainSizes {
  /** Bytes of records that a slice has at most, where it is more than one file. */
  readonly sliceByteCountMax: number
  /** Slices that a step goes through, one after another. */
  readonly sliceCountAtOnce: number
  /** Bytes that an object has of what joins keep of slices, more or less. */
  readonly packedByteCount: number
  /** Bytes of entries that a piece has, more or less. */
  readonly pieceByteCount: number
  /** Of so many records one is a sample. */
  readonly sampleEvery: number
  /** Lookers whose finds are put together at a time. */
  readonly groupLookerCount: number
  /** Joins for which the records are passed over at a time, and the bytes of the filters of their keys. */
  readonly joinCountAtOnce: number
  readonly filterByteCountMax: number
}

/** Sizes under which a step holds about 64 MB. */
export const explainSizes: ExplainSizes = {
  sliceByteCountMax: 10_000_000,
  sliceCountAtOnce: 4,
  packedByteCount: 4_000_000,
  pieceByteCount: 16_000_000,
  sampleEvery: 128,
  groupLookerCount: 16_384,
  joinCountAtOnce: 32,
  filterByteCountMax: 12_000_000,
}

/** A run whose rules have all passed. */
export interface ExplainInput {
  readonly policy: CompiledPolicy
  readonly limits: Pick<Limits, 'explainedTextStepCountMax'>
  readonly facts: Pick<WholeFacts, 'tellsApart'>
  readonly slices: readonly ExplainSlice[]
  readonly store: PieceStore
  readonly sizes?: Partial<ExplainSizes>
  /** Awaited again and again while a step computes: whoever waits has a turn. */
  readonly rest?: () => Promise<void>
  /** Called with the bytes of columns and buffers that a step holds, more or less. */
  readonly onHeld?: (byteCount: number) => void
}

/** What all steps of an explanation know. */
export interface ExplainRun extends Omit<ExplainInput, 'sizes' | 'rest'> {
  readonly rest: () => Promise<void>
  readonly sizes: ExplainSizes
  readonly joins: readonly ExplainJoin[]
  readonly surveyed: readonly SurveyedSlice[]
  readonly lookerCount: number
  readonly groupCount: number
}

/** A slice whose lookers are counted. */
export interface SurveyedSlice {
  readonly side: Side
  readonly firstLooker: number
  readonly lookerCount: number
}
