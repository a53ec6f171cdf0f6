import { compareUtf8 } from '../base/bytes.ts'
import { compareDecimals } from '../base/decimal.ts'
import type { Slices } from '../base/slices.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import { oppositeSide, type Side } from '../record/side.ts'
import { pairLineSeen } from './compared-pair.ts'
import { daysApart, isOfDocument } from './grounds.ts'
import type { CandidateLine } from './line.ts'
import { type Failure, failureOf, mismatchDeviation, type SaidOfOpen } from './open-line.ts'
import type { NearMiss } from './pair-joins.ts'
import type { SearchedRun } from './pair-search.ts'
import type { Merging, SearcherFinds } from './part-finds.ts'
import { idOf } from './record-ids.ts'
import { codeIn, type FoundRow, type RunPart } from './search-part.ts'
import { mismatchOf } from './two-sided-mismatch.ts'

/** A found record as JSON, which refers to no row of its part. */
export interface FoundRecord {
  readonly code: number
  readonly id: string
  readonly candidate: CandidateLine
  /** A value of `grounds`. */
  readonly ground: number
  /** By how much the pair fails the criterion, as a decimal. Absent where it meets all criteria. */
  readonly distance?: readonly [coefficient: string, scale: number]
  /** The days between the records, where they share no document and both have a date. */
  readonly days?: number
  /** Why the pair is no match. Of the near misses of a searcher by a document only the first under a join has it. */
  readonly failure?: Failure
  /** The found record as a searcher, where it is one and shares no document. */
  readonly searcher?: number
}

/** An open record. `number` is its row in memory, and its number in pieces. */
export interface OpenRecord {
  readonly side: Side
  readonly number: number
}

/** Two searchers that are each other's only near miss, with the text of their break. */
export interface FoundPair extends Pick<SaidOfOpen, 'reason' | 'failure' | 'deviation'> {
  readonly records: readonly [OpenRecord & { readonly id: string }, OpenRecord & { readonly id: string }]
}

export type DescribedFinds = SearcherFinds<FoundRecord, FoundPair>

/** Writes out finds of a part. `mayBeFirst` tells whether a near miss of a searcher may become the first of its break. */
export function* describeFinds(
  part: RunPart,
  finds: readonly SearcherFinds<FoundRow, FoundRow>[],
  mayBeFirst: (searcher: number) => boolean,
): Slices<DescribedFinds[]> {
  const described: DescribedFinds[] = []
  for (const { searcher, found, crowd, pair } of finds) {
    const firstOfDocument = found.findIndex(({ ground }) => isOfDocument(ground))
    const isFirst = ({ ground }: FoundRow, index: number): boolean => index === firstOfDocument || !isOfDocument(ground)
    described.push({
      searcher,
      found: found.map((each, index) => describe(part, each, isFirst(each, index) && mayBeFirst(searcher))),
      ...(crowd !== undefined && { crowd }),
      ...(pair && { pair: describePair(part, pair) }),
    })
    if (part.run.work.endsSlice(stepsOfDescription * found.length)) yield
  }
  return described
}

const stepsOfDescription = 1_000

export const describedMerging: Merging<FoundRecord> = {
  codeOf: ({ code }) => code,
  compare: (left, right) =>
    left.ground - right.ground || compareDistances(left, right) || compareUtf8(left.id, right.id),
}

function compareDistances({ distance: left }: FoundRecord, { distance: right }: FoundRecord): number {
  if (left === undefined || right === undefined) return 0
  return compareDecimals(
    { coefficient: BigInt(left[0]), scale: left[1] },
    { coefficient: BigInt(right[0]), scale: right[1] },
  )
}

function describe(part: RunPart, found: FoundRow, isFirst: boolean): FoundRecord {
  const { run, rule, failed, claimOf } = part
  const { place, other, ground, distance, searcher } = found
  const otherPlace = oppositeSide(place)
  const claim = claimOf(otherPlace, other)
  const days = isOfDocument(ground) ? Number.POSITIVE_INFINITY : daysBetween(run, rowsOf(found))
  return {
    code: codeIn(part, otherPlace, other),
    id: idOf(run, otherPlace, other),
    ground,
    ...(days < Number.POSITIVE_INFINITY && { days }),
    ...(searcher !== undefined && { searcher }),
    candidate: { ...pairLineSeen(run, { rule, ...rowsOf(found) }), ...(claim !== undefined && { takenBy: claim }) },
    ...(failed && distance !== undefined && { distance: [String(distance), failed.scale] as const }),
    ...(isFirst && failed && { failure: failureOf({ rule, failed, ...rowsOf(found) }) }),
  }
}

const daysBetween = ({ source, target }: SearchedRun, rows: Pair): number =>
  daysApart({ source: source.table.date('date'), target: target.table.date('date') }, rows.source, rows.target)

type Pair = ReturnType<typeof rowsOf>

const rowsOf = ({ place, row, other }: FoundRow) =>
  place === 'source' ? { source: row, target: other } : { source: other, target: row }

function describePair({ run, rule, failed, numberOf }: RunPart, pair: FoundRow): FoundPair {
  if (failed === undefined) throw new RangeError('A pair of near misses fails a criterion')
  const miss: NearMiss = { rule, failed, ...rowsOf(pair) }
  const reason = mismatchOf(miss)
  if (reason === undefined) throw new RangeError('A pair of near misses has a reason')
  const named = (place: Side, row: number) => ({
    side: sideOfPlace(rule, place),
    number: numberOf(place, row),
    id: idOf(run, place, row),
  })
  return {
    reason,
    failure: failureOf(miss),
    deviation: mismatchDeviation(miss),
    records: [named('source', miss.source), named('target', miss.target)],
  }
}
