import type { Limits } from '../../match/state/limits.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { Side } from '../../record/side.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import type { ReasonJoin } from './reason-joins.ts'
import type { ReasonStore } from './reason-store.ts'
import type { MarkedRecords, SearchedRecords } from './searched-records.ts'

/** A stretch of the records of one side that fits in memory several times. */
export interface ReasonSegment {
  readonly side: Side
  readonly read: () => Promise<SearchedRecords>
  /** The same records without their columns. */
  readonly readMarks: () => Promise<MarkedRecords>
}

/** How large the steps are. */
export interface ReasonSizes {
  /** Bytes of records that a segment has at most, where it is more than one file. */
  readonly segmentByteCountMax: number
  /** Slices that a step goes through, one after another. */
  readonly segmentCountAtOnce: number
  /** Bytes that an object has of what joins keep of segments, more or less. */
  readonly packedByteCount: number
  /** Bytes of entries that a piece has, more or less. */
  readonly pieceByteCount: number
  /** Of so many records one is a sample. */
  readonly sampleEvery: number
  /** Searchers whose finds are put together at a time. */
  readonly groupSearcherCount: number
  /** Joins for which the records are passed over at a time, and the bytes of the filters of their keys. */
  readonly joinCountAtOnce: number
  readonly filterByteCountMax: number
}

/** Sizes under which a step holds about 64 MB. */
export const reasonSizes: ReasonSizes = {
  segmentByteCountMax: 10_000_000,
  segmentCountAtOnce: 4,
  packedByteCount: 4_000_000,
  pieceByteCount: 16_000_000,
  sampleEvery: 128,
  groupSearcherCount: 16_384,
  joinCountAtOnce: 32,
  filterByteCountMax: 12_000_000,
}

/** A run whose rules have all passed. */
export interface ReasonInput {
  readonly policy: CompiledPolicy
  readonly limits: Pick<Limits, 'explainedTextStepCountMax'>
  readonly facts: Pick<WholeFacts, 'tellsApart'>
  readonly segments: readonly ReasonSegment[]
  readonly store: ReasonStore
  readonly sizes?: Partial<ReasonSizes>
  /** Awaited again and again while a step computes: whoever waits has a turn. */
  readonly pause?: () => Promise<void>
  /** Called with the bytes of columns and buffers that a step holds, more or less. */
  readonly onHeld?: (byteCount: number) => void
}

/** What all steps of an explanation know. */
export interface ReasonRun extends Omit<ReasonInput, 'sizes' | 'pause'> {
  readonly pause: () => Promise<void>
  readonly sizes: ReasonSizes
  readonly joins: readonly ReasonJoin[]
  readonly surveyed: readonly SurveyedSegment[]
  readonly searcherCount: number
  readonly groupCount: number
}

/** A segment whose searchers are counted. */
export interface SurveyedSegment {
  readonly side: Side
  readonly firstSearcher: number
  readonly searcherCount: number
}
