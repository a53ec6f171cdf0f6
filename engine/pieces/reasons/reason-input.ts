import type { Limits } from '../../match/state/limits.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import type { Side } from '../../record/side.ts'
import type { PartOf } from '../../result/line.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import type { PieceSide } from '../records/piece-records.ts'
import { type ReasonJoin, reasonJoins } from './reason-joins.ts'
import type { ReasonStore } from './reason-store.ts'

/** Some records of one side after the last rule, without excluded ones: few enough to be in memory several times. */
export interface ReasonSegment {
  readonly side: Side
  readonly read: () => Promise<PieceSide>
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
  readonly facts: Pick<WholeFacts, 'tellsApart' | 'namesOf'>
  readonly segments: readonly ReasonSegment[]
  readonly store: ReasonStore
  /** What the records with these codes say of nearest sets, see `codeOf`. */
  readonly readParts: (codes: ReadonlySet<number>) => Promise<ReadonlyMap<number, PartOf>>
  readonly sizes?: Partial<ReasonSizes>
  /** Awaited between slices, so that the isolate can do other work. */
  readonly pause?: () => Promise<void>
  /** Called with the approximate bytes that a step holds. */
  readonly onHeld?: (byteCount: number) => void
  /** Called with the part of the whole search that has just been done: several times a task, at most 1 in all. */
  readonly onShare?: (share: number) => void
}

/** Searching records of one side that a task compares with a batch of segments. */
export interface Cohort {
  readonly side: Side
  readonly firstSearcher: number
  readonly searcherCount: number
  readonly byteCount: number
}

export interface ReasonRun extends Omit<ReasonInput, 'sizes' | 'pause' | 'onShare'> {
  readonly pause: () => Promise<void>
  readonly sizes: ReasonSizes
  readonly joins: readonly ReasonJoin[]
  readonly cohorts: readonly Cohort[]
  readonly searcherCount: number
  readonly groupCount: number
  /** Tells that one of `of` equal shares of a stage is done. */
  readonly count: (stage: keyof typeof stageShares, of: number) => void
}

/** The shares of stages in a whole search, about as their times are. */
const stageShares = { divide: 0.02, pass: 0.4, search: 0.42, causes: 0.1, lines: 0.06 }

export function reasonRunOf(input: ReasonInput, cohorts: readonly Cohort[]): ReasonRun {
  const { policy, limits, pause = async () => {}, onShare } = input
  const sizes = { ...reasonSizes, ...input.sizes }
  const searcherCount = cohorts.reduce((sum, cohort) => sum + cohort.searcherCount, 0)
  const groupCount = Math.ceil(searcherCount / sizes.groupSearcherCount)
  const joins = reasonJoins(policy, limits.explainedTextStepCountMax)
  const count: ReasonRun['count'] = (stage, of) => onShare?.(stageShares[stage] / of)
  return { ...input, pause, sizes, joins, cohorts, searcherCount, groupCount, count }
}
