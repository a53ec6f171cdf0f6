import type { Limits } from '../../match/state/limits.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { Side } from '../../record/side.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import type { MarkedLines, PieceSide } from '../records/piece-records.ts'
import { type ReasonJoin, reasonJoins } from './reason-joins.ts'
import type { ReasonStore } from './reason-store.ts'

/**
 * Whether a record searches for near misses: it is among the first open records of its side by id, and neither in a
 * finding nor a leftover twin.
 */
interface Searching {
  isSearching(row: number): boolean
}

/** Some records of one side after the last rule, without excluded ones: few enough to be in memory several times. */
export interface ReasonSegment {
  readonly side: Side
  readonly read: () => Promise<PieceSide & Searching>
  readonly readMarks: () => Promise<MarkedLines & Searching>
}

export interface ReasonSizes {
  /** The most bytes of a segment, unless a single file has more. */
  readonly segmentByteCountMax: number
  readonly segmentCountAtOnce: number
  readonly packedByteCount: number
  /** The most bytes of searching records that are compared with all segments at once. */
  readonly cohortByteCount: number
  /** Bytes of searching records whose neighbours are kept together. They have up to 64 times as many bytes. */
  readonly rangeByteCount: number
  readonly pieceByteCount: number
  readonly groupSearcherCount: number
}

/** With these sizes a step holds about 64 MB. */
export const reasonSizes: ReasonSizes = {
  segmentByteCountMax: 10_000_000,
  segmentCountAtOnce: 4,
  packedByteCount: 4_000_000,
  cohortByteCount: 10_000_000,
  rangeByteCount: 128_000,
  pieceByteCount: 10_000_000,
  groupSearcherCount: 16_384,
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
  readonly cohorts: readonly Cohort[]
  readonly searcherCount: number
  readonly groupCount: number
}

export interface SurveyedSegment {
  readonly side: Side
  readonly firstSearcher: number
  readonly searcherCount: number
  readonly byteCount: number
}

/** The searching records of consecutive segments of a side. */
export interface Cohort {
  readonly side: Side
  readonly segments: readonly number[]
  readonly firstSearcher: number
  readonly byteCount: number
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
  return { ...begun, joins, surveyed, cohorts: cohortsOf(surveyed, begun.sizes), searcherCount, groupCount }
}

function cohortsOf(surveyed: readonly SurveyedSegment[], { cohortByteCount }: ReasonSizes): readonly Cohort[] {
  const cohorts: Cohort[] = []
  for (const [segment, { side, firstSearcher, searcherCount, byteCount }] of surveyed.entries()) {
    if (searcherCount === 0) continue
    const last = cohorts.at(-1)
    if (last === undefined || last.side !== side || last.byteCount + byteCount > cohortByteCount)
      cohorts.push({ side, segments: [segment], firstSearcher, byteCount })
    else cohorts[cohorts.length - 1] = joined(last, segment, byteCount)
  }
  return cohorts
}

const joined = ({ segments, byteCount, ...cohort }: Cohort, segment: number, ownByteCount: number): Cohort => ({
  ...cohort,
  segments: [...segments, segment],
  byteCount: byteCount + ownByteCount,
})
