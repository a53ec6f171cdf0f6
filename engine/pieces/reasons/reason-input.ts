import type { Limits } from '../../match/state/limits.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { Side } from '../../record/side.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import { type ReasonJoin, reasonJoins } from './reason-joins.ts'
import type { ReasonStore } from './reason-store.ts'
import type { MarkedRecords, SearchedRecords } from './searched-records.ts'

/** Some records of one side: few enough that memory can hold them several times. */
export interface ReasonSegment {
  readonly side: Side
  readonly read: () => Promise<SearchedRecords>
  readonly readMarks: () => Promise<MarkedRecords>
}

export interface ReasonSizes {
  /** The most bytes of a segment, unless a single file has more. */
  readonly segmentByteCountMax: number
  readonly segmentCountAtOnce: number
  readonly packedByteCount: number
  readonly pieceByteCount: number
  readonly sampleEvery: number
  readonly groupSearcherCount: number
  readonly joinCountAtOnce: number
  readonly filterByteCountMax: number
}

/** With these sizes a step holds about 64 MB. */
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

export interface ReasonInput {
  readonly policy: CompiledPolicy
  readonly limits: Pick<Limits, 'explainedTextStepCountMax'>
  readonly facts: Pick<WholeFacts, 'tellsApart'>
  readonly segments: readonly ReasonSegment[]
  readonly store: ReasonStore
  readonly sizes?: Partial<ReasonSizes>
  /** Awaited between slices, so that the isolate can do other work. */
  readonly pause?: () => Promise<void>
  /** Called with the approximate bytes that a step holds. */
  readonly onHeld?: (byteCount: number) => void
  /**
   * Called with records that are done, in parts of a record: a settled record when a pass has gone by it, an open record
   * when it was searched, in both cases an equal part for each join. Not called for joins in which a record has no part.
   */
  readonly onRecords?: (count: number) => void
}

export interface BegunReasons extends Omit<ReasonInput, 'sizes' | 'pause'> {
  readonly pause: () => Promise<void>
  readonly sizes: ReasonSizes
}

export interface ReasonRun extends BegunReasons {
  readonly joins: readonly ReasonJoin[]
  readonly surveyed: readonly SurveyedSegment[]
  readonly searcherCount: number
  readonly groupCount: number
}

export interface SurveyedSegment {
  readonly side: Side
  readonly firstSearcher: number
  readonly searcherCount: number
}

export const beginReasons = ({ sizes, pause = async () => {}, ...given }: ReasonInput): BegunReasons => ({
  ...given,
  pause,
  sizes: { ...reasonSizes, ...sizes },
})

export function reasonRunOf(begun: BegunReasons, surveyed: readonly SurveyedSegment[]): ReasonRun {
  const last = surveyed.at(-1)
  const searcherCount = last === undefined ? 0 : last.firstSearcher + last.searcherCount
  const joins = reasonJoins(begun.policy, begun.limits.explainedTextStepCountMax)
  const groupCount = Math.ceil(searcherCount / begun.sizes.groupSearcherCount)
  return { ...begun, joins, surveyed, searcherCount, groupCount }
}
