import { byteAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState, SideState } from '../match/state/run-state.ts'
import { rowsBySide, runSeenBy, sideOfPlace } from '../match/state/seen-run.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { ComparedPair } from './compared-pair.ts'
import type { BreakReason } from './line.ts'
import { createFinds, type Finds, type KnownSoFar, several } from './open-finds.ts'
import { type NearMiss, type NearMissJoin, pairJoins } from './pair-joins.ts'
import type { PairSearch } from './pair-search.ts'
import type { Places } from './record-order.ts'
import { searchMisses } from './search-open.ts'
import { isPairedWith, seenBy } from './seen-places.ts'
import { createSharedRows } from './shared-rows.ts'
import { findTaken } from './taken-records.ts'
import { mismatchOf } from './two-sided-mismatch.ts'

/** A break of one open record, or of two that are each other's only near miss. */
export interface OpenBreak {
  readonly reason: BreakReason
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly isPair: boolean
  /** At most three near misses, nearest first. The line names the rule and criterion of the first. */
  readonly nearest: readonly NearMiss[]
  /** At most three pairs with a matched record, each of which meets every criterion of a rule. */
  readonly taken: readonly ComparedPair[]
  /** No near misses were searched for, since the side has too many open records. */
  readonly isUnsearched?: true
}

export interface OpenRecords {
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly places: () => Places
}

/**
 * Puts the open rows into breaks. A source and a target form one break if they miss only each other, by an amount, date
 * or currency criterion, and share an identity. Every other record is missing on the other side. Up to a limit, the
 * first open records of each side by id search for near misses. O(joins × records) time, and memory for three near
 * misses and three matched records each.
 */
export function* classifyOpenRecords(
  run: RunState,
  rules: readonly BoundRule[],
  open: OpenRecords,
): Slices<OpenBreak[]> {
  if (open.source.length + open.target.length === 0) return []
  const rows = { source: searchedRows(run, 'source', open.source), target: searchedRows(run, 'target', open.target) }
  const left = { source: marksOf(run.source, rows.source.searched), target: marksOf(run.target, rows.target.searched) }
  const known = { source: new Map<number, NearMiss[]>(), target: new Map<number, NearMiss[]>() }
  const paired: OpenBreak[] = []
  const places = open.places()
  const shared = createSharedRows()
  const leftOf = (side: Side): readonly number[] => rows[side].searched.filter((row) => byteAt(left[side], row) === 1)
  const joins = pairJoins(rules, run.work.limits.explainedTextStepCountMax)
  for (const join of joins.nearMisses) {
    if (!sides.some((side) => left[side].includes(1))) break
    const { rule } = join
    const found = yield* search(runSeenBy(run, rule), { ...join, places, shared, left, known, leftOf })
    for (const miss of found.mutual) {
      const reason = mismatchOf(miss)
      if (reason === undefined) continue
      const ofPair = rowsBySide(rule, { source: [miss.source], target: [miss.target] })
      paired.push({ reason, ...ofPair, isPair: true, nearest: [miss], taken: [] })
      for (const side of sides) for (const row of ofPair[side]) left[side][row] = 0
    }
    for (const place of sides) {
      const side = sideOfPlace(rule, place)
      for (const [row, nearest] of found.nearest[place].entries()) {
        if (byteAt(left[side], row) === 1) known[side].set(row, [...(known[side].get(row) ?? noMisses), ...nearest])
      }
    }
  }
  const taken = yield* findTaken(run, joins.full, { left, places, shared })
  return [
    ...paired,
    ...sides.flatMap((side) =>
      leftOf(side).map((row) => ({
        ...missing(row, side),
        nearest: known[side].get(row) ?? noMisses,
        taken: taken[side].get(row) ?? [],
      })),
    ),
    ...sides.flatMap((side) => rows[side].others.map((row) => unsearched(row, side))),
  ]
}

/** Row → 1 for the rows of a list. */
function marksOf({ table }: Pick<SideState, 'table'>, rows: readonly number[]): Uint8Array {
  const marks = new Uint8Array(table.rowCount)
  for (const row of rows) marks[row] = 1
  return marks
}

/**
 * The open rows of a side that search for near misses, which are the first by id, and the other open rows. O(n log n).
 */
function searchedRows(run: RunState, side: Side, open: readonly number[]) {
  const { explainedCountMax } = run.work.limits
  if (open.length <= explainedCountMax) return { searched: open, others: [] }
  const sorted = rowsById(run[side], open)
  return { searched: sorted.slice(0, explainedCountMax), others: sorted.slice(explainedCountMax) }
}

const unsearched = (row: number, side: Side): OpenBreak => ({
  ...missing(row, side),
  nearest: noMisses,
  taken: [],
  isUnsearched: true,
})

interface JoinOfOpen extends NearMissJoin, Pick<PairSearch, 'places' | 'shared'> {
  /** Row → 1 for an open record that is in no break yet. */
  readonly left: BySide<Uint8Array>
  readonly leftOf: (side: Side) => readonly number[]
  readonly known: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

interface Found {
  /** Pairs of open records that are each other's only open near miss under this join. */
  readonly mutual: readonly NearMiss[]
  /** Row → its near misses under this join, the nearest first: at most three together with those of earlier joins. */
  readonly nearest: BySide<ReadonlyMap<number, readonly NearMiss[]>>
}

/** `run` is the run as the join's rule sees it, see `runSeenBy`. */
function* search(run: RunState, join: JoinOfOpen): Slices<Found> {
  const { rule, failed, stepCountMax, shared } = join
  const findsOf = (place: Side): Finds => createFinds(run[oppositeSide(place)], knownInPlace(join, place))
  const finds = { source: findsOf('source'), target: findsOf('target') }
  const searching = seenBy(rule, join.left)
  const places = seenBy(rule, join.places)
  yield* searchMisses(run, { rule, failed, stepCountMax, places, shared, searching, finds })
  const missOf = (source: number, target: number): NearMiss => ({ rule, failed, source, target })
  const mutual = join.leftOf(sideOfPlace(rule, 'source')).flatMap((source) => {
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
