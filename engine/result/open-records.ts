import type { Slices } from '../base/slices.ts'
import type { BoundRule } from '../match/bound-rule.ts'
import type { RunState } from '../match/run-state.ts'
import { rowsBySide, runSeenBy, sideOfPlace } from '../match/seen-run.ts'
import { magnitude } from '../record/columns.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { explainedRows } from './explained-rows.ts'
import type { BreakReason } from './line.ts'
import { visitPairs } from './near-miss.ts'
import { createFinds, type KnownSoFar } from './open-finds.ts'
import { type NearMiss, type NearMissJoin, pairJoins } from './pair-joins.ts'
import type { PairSearch } from './pair-search.ts'
import type { Places } from './record-order.ts'
import { placesSeenBy } from './seen-places.ts'
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
  const joins = pairJoins(rules)
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

interface JoinOfOpen extends NearMissJoin, KnownSoFar, Pick<PairSearch, 'places' | 'shared'> {}

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
  const finds = { source: createFinds(run, 'source', join), target: createFinds(run, 'target', join) }
  const looks = {
    isLooking: (side: Side, row: number): boolean => finds[side].isOpen(row),
    isDone: (side: Side, row: number): boolean => finds[side].isDone(row),
  }
  const lookers = { source: left[sideOfPlace(rule, 'source')], target: left[sideOfPlace(rule, 'target')] }
  yield* visitPairs(run, { rule, failed, stepCountMax, places, shared, lookers, ...looks }, (source, target) => {
    const distance = magnitude(failed.difference(source, target))
    const sourceIsOpen = finds.source.isOpen(source)
    const targetIsOpen = finds.target.isOpen(target)
    if (sourceIsOpen && targetIsOpen) {
      finds.source.addPartner(source, target)
      finds.target.addPartner(target, source)
    }
    if (sourceIsOpen) finds.source.offer(source, target, distance)
    if (targetIsOpen) finds.target.offer(target, source, distance)
  })
  const missOf = (source: number, target: number): NearMiss => ({ rule, failed, source, target })
  const mutual = [...lookers.source].flatMap((source) => {
    const target = finds.source.onlyPartner(source)
    return target !== undefined && finds.target.onlyPartner(target) === source ? [missOf(source, target)] : []
  })
  const nearest = {
    source: finds.source.nearest((row, other) => missOf(row, other)),
    target: finds.target.nearest((row, other) => missOf(other, row)),
  }
  return { mutual, nearest }
}

const noMisses: readonly NearMiss[] = []

function missing(row: number, side: Side): Pick<OpenBreak, 'reason' | 'source' | 'target' | 'isPair'> {
  return side === 'source'
    ? { reason: 'missing_in_target', source: [row], target: [], isPair: false }
    : { reason: 'missing_in_source', source: [], target: [row], isPair: false }
}
