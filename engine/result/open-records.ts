import type { Slices } from '../base/slices.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState } from '../match/state/run-state.ts'
import { rowsBySide, runSeenBy, sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import { explainedRows } from './explained-rows.ts'
import type { BreakReason } from './line.ts'
import { createFinds, type Finds, type KnownSoFar, several } from './open-finds.ts'
import { type NearMiss, type NearMissJoin, pairJoins } from './pair-joins.ts'
import type { PairSearch } from './pair-search.ts'
import type { Places } from './record-order.ts'
import { searchMisses } from './search-open.ts'
import { isPairedWith, placesSeenBy } from './seen-places.ts'
import { createSharedRows } from './shared-rows.ts'
import { findTaken, type TakenPair } from './taken-records.ts'
import { mismatchOf } from './two-sided-mismatch.ts'

/** One open record that no other break holds, or two that only miss each other, with the near misses that explain them. */
export interface OpenBreak {
  readonly reason: BreakReason
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** Whether the break is of two records that miss each other. */
  readonly isPair: boolean
  /** Nearest first, at most three. The first names the rule and the criterion. */
  readonly nearest: readonly NearMiss[]
  /** Pairs of the record with matched records that satisfy every criterion of a rule, at most three. */
  readonly taken: readonly TakenPair[]
  /** Set where no near misses were looked for: there are too many open records on its side. */
  readonly isUnexplained?: true
}

export interface OpenRecords {
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** The order of all records of the run. */
  readonly places: () => Places
}

/**
 * Explains the rows of `open`: when exactly one source and one target miss each other by an amount, date or currency
 * criterion, and agree in an identity, they are one break; every other record is missing on the other side. Near misses
 * are looked for the first open records of each side by id, so many as the limits say. O(joins × records) time, and
 * memory for at most three near misses and three taken records each.
 */
export function* explainOpenRecords(
  run: RunState,
  rules: readonly BoundRule[],
  open: OpenRecords,
): Slices<OpenBreak[]> {
  if (open.source.length + open.target.length === 0) return []
  const rows = { source: explainedRows(run, 'source', open.source), target: explainedRows(run, 'target', open.target) }
  const left = { source: new Set(rows.source.explained), target: new Set(rows.target.explained) }
  const known = { source: new Map<number, NearMiss[]>(), target: new Map<number, NearMiss[]>() }
  const paired: OpenBreak[] = []
  const places = open.places()
  const shared = createSharedRows()
  const joins = pairJoins(rules, run.work.limits.explainedTextStepCountMax)
  for (const join of joins.nearMisses) {
    if (left.source.size + left.target.size === 0) break
    const { rule } = join
    const found = yield* search(runSeenBy(run, rule), { ...join, places, shared, left, known })
    for (const miss of found.mutual) {
      const reason = mismatchOf(miss)
      if (reason === undefined) continue
      const rows = rowsBySide(rule, { source: [miss.source], target: [miss.target] })
      paired.push({ reason, ...rows, isPair: true, nearest: [miss], taken: [] })
      for (const side of sides) for (const row of rows[side]) left[side].delete(row)
    }
    for (const place of sides) {
      const side = sideOfPlace(rule, place)
      for (const [row, nearest] of found.nearest[place].entries()) {
        if (left[side].has(row)) known[side].set(row, [...(known[side].get(row) ?? noMisses), ...nearest])
      }
    }
  }
  const taken = yield* findTaken(run, joins.full, { left, places, shared })
  return [
    ...paired,
    ...sides.flatMap((side) =>
      [...left[side]].map((row) => ({
        ...missing(row, side),
        nearest: known[side].get(row) ?? noMisses,
        taken: taken[side].get(row) ?? [],
      })),
    ),
    ...sides.flatMap((side) => rows[side].beyond.map((row) => unexplained(row, side))),
  ]
}

const unexplained = (row: number, side: Side): OpenBreak => ({
  ...missing(row, side),
  nearest: noMisses,
  taken: [],
  isUnexplained: true,
})

/** What the open records of a run have been found to miss. */
interface OpenSoFar {
  /** Rows that are in no break yet, and what they miss under earlier joins. */
  readonly left: BySide<ReadonlySet<number>>
  readonly known: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

interface JoinOfOpen extends NearMissJoin, OpenSoFar, Pick<PairSearch, 'places' | 'shared'> {}

interface Found {
  /** The near misses of two open records that have no other open near miss. */
  readonly mutual: readonly NearMiss[]
  /** Row → its nearest near misses. At most three a record, those of earlier joins counted. */
  readonly nearest: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

/** `run` is the run as the rule of the join sees it. */
function* search(run: RunState, join: JoinOfOpen): Slices<Found> {
  const { rule, failed, stepCountMax, shared, left } = join
  const places = placesSeenBy(rule, join.places)
  const findsOf = (place: Side): Finds => {
    const other = run[oppositeSide(place)]
    return createFinds(run[place].table.rowCount, other, knownInPlace(join, place))
  }
  const finds = { source: findsOf('source'), target: findsOf('target') }
  const isLooking = (place: Side, row: number): boolean => finds[place].isOpen(row)
  const lookers = { source: left[sideOfPlace(rule, 'source')], target: left[sideOfPlace(rule, 'target')] }
  yield* searchMisses(run, { rule, failed, stepCountMax, places, shared, lookers, isLooking, finds })
  const missOf = (source: number, target: number): NearMiss => ({ rule, failed, source, target })
  const mutual = [...lookers.source].flatMap((source) => {
    const target = finds.source.partnerOf(source)
    if (target === undefined || target === several) return []
    return finds.target.partnerOf(target) === source ? [missOf(source, target)] : []
  })
  const nearestOf = (place: Side, missFrom: (row: number, other: number) => NearMiss) =>
    new Map([...finds[place].nearest()].map(([row, ranked]) => [row, ranked.map((each) => missFrom(row, each.row))]))
  const nearest = {
    source: nearestOf('source', (row, other) => missOf(row, other)),
    target: nearestOf('target', (row, other) => missOf(other, row)),
  }
  return { mutual, nearest }
}

function knownInPlace({ rule, left, known }: JoinOfOpen, place: Side): KnownSoFar {
  const [side, otherSide] = [sideOfPlace(rule, place), sideOfPlace(rule, oppositeSide(place))]
  const knownOf = (row: number): readonly NearMiss[] => known[side].get(row) ?? noMisses
  return {
    open: left[side],
    knownCount: (row) => knownOf(row).length,
    isKnown: (row, found) =>
      isPairedWith(knownOf(row), { record: { side, row }, partner: { side: otherSide, row: found } }),
  }
}

const noMisses: readonly NearMiss[] = []

function missing(row: number, side: Side): Pick<OpenBreak, 'reason' | 'source' | 'target' | 'isPair'> {
  return side === 'source'
    ? { reason: 'missing_in_target', source: [row], target: [], isPair: false }
    : { reason: 'missing_in_source', source: [], target: [row], isPair: false }
}
