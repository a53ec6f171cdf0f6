import type { BoundCriterion } from '../match/bound-criterion.ts'
import { type BoundRule, blockingKey, pairHolds, type Side } from '../match/bound-rule.ts'
import { type RunState, status } from '../match/run-state.ts'
import { absentDay } from '../record/columns.ts'
import { compareDecimals, parseDecimal } from '../record/decimal.ts'
import { hasBlockingKey } from '../rules/plan.ts'

/** Pairs that satisfy every criterion of a rule but one: why an open record did not match. */
export interface NearMiss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly source: number
  readonly target: number
}

const neighbourCountMax = 64

/** Every (rule, left-out criterion) that still has a blocking key, rules in order, then criteria in order. */
export function nearMissJoins(
  rules: readonly BoundRule[],
): { readonly rule: BoundRule; readonly failed: BoundCriterion }[] {
  return rules.flatMap((rule) =>
    rule.criteria
      .filter((failed) =>
        hasBlockingKey(rule.criteria.filter((each) => each !== failed).map(({ criterion }) => criterion)),
      )
      .map((failed) => ({ rule, failed })),
  )
}

/**
 * The near misses of the records in `open` under one join, each of them with any record of the other side that is not
 * excluded. A record looks at no more than 64 neighbours, those nearest to it in (amount, date, id) order. O(records).
 */
export function nearMissesOf(
  run: RunState,
  join: { readonly rule: BoundRule; readonly failed: BoundCriterion },
  open: { readonly source: readonly number[]; readonly target: readonly number[] },
): NearMiss[] {
  const rest = join.rule.criteria.filter((each) => each !== join.failed)
  const misses = new Map<string, NearMiss>()
  const look = (side: Side): void => {
    const other = side === 'source' ? 'target' : 'source'
    const blocks = blocksByKey(run, join.rule, {
      criteria: rest,
      side: other,
      wanted: keysOf(join.rule, rest, side, open[side]),
    })
    for (const [key, rows] of keysOf(join.rule, rest, side, open[side])) {
      const sorted = blocks.get(key)
      if (sorted === undefined) continue
      for (const row of rows) {
        for (const neighbour of neighbours(run, { side, row, other, sorted })) {
          const [source, target] = side === 'source' ? [row, neighbour] : [neighbour, row]
          if (join.failed.verdict(source, target) === 'fails' && pairHolds(rest, source, target)) {
            misses.set(`${source} ${target}`, { ...join, source, target })
          }
        }
      }
    }
  }
  look('source')
  look('target')
  return [...misses.values()]
}

function keysOf(
  rule: BoundRule,
  criteria: readonly BoundCriterion[],
  side: Side,
  rows: Iterable<number>,
): Map<string, number[]> {
  const takesPart = side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart
  const rowsByKey = new Map<string, number[]>()
  for (const row of rows) {
    const key = takesPart(row) ? blockingKey(criteria, side, row) : undefined
    if (key === undefined) continue
    const known = rowsByKey.get(key)
    if (known === undefined) rowsByKey.set(key, [row])
    else known.push(row)
  }
  return rowsByKey
}

interface Wanted {
  readonly criteria: readonly BoundCriterion[]
  readonly side: Side
  readonly wanted: ReadonlyMap<string, unknown>
}

/** The rows of a side that share a wanted key, sorted by (amount, date, id). */
function blocksByKey(run: RunState, rule: BoundRule, { criteria, side, wanted }: Wanted): Map<string, number[]> {
  const { statuses } = run[side]
  const inScope = [...statuses.keys()].filter((row) => statuses[row] !== status.excluded)
  const blocks = new Map([...keysOf(rule, criteria, side, inScope)].filter(([key]) => wanted.has(key)))
  for (const rows of blocks.values()) rows.sort((a, b) => comparePlaces(placeOf(run, side, a), placeOf(run, side, b)))
  return blocks
}

interface Around {
  readonly side: Side
  readonly row: number
  readonly other: Side
  readonly sorted: readonly number[]
}

/** The rows of `sorted` nearest to where `row` would stand among them. */
function neighbours(run: RunState, { side, row, other, sorted }: Around): readonly number[] {
  if (sorted.length <= neighbourCountMax) return sorted
  const place = placeOf(run, side, row)
  let low = 0
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1
    if (comparePlaces(placeOf(run, other, sorted[middle] ?? 0), place) < 0) low = middle + 1
    else high = middle
  }
  const start = Math.max(0, Math.min(low - neighbourCountMax / 2, sorted.length - neighbourCountMax))
  return sorted.slice(start, start + neighbourCountMax)
}

interface Place {
  readonly amount: string | undefined
  readonly day: number
  readonly rank: number
}

function placeOf(run: RunState, side: Side, row: number): Place {
  const { table, ordering } = run[side]
  return {
    amount: table.decimal('amount').textAt(row),
    day: table.date('date')[row] ?? absentDay,
    rank: ordering.rankById[row] ?? 0,
  }
}

function comparePlaces(left: Place, right: Place): number {
  return compareAmounts(left.amount, right.amount) || left.day - right.day || left.rank - right.rank
}

/** An absent amount sorts first. */
function compareAmounts(left: string | undefined, right: string | undefined): number {
  const [a, b] = [
    left === undefined ? undefined : parseDecimal(left),
    right === undefined ? undefined : parseDecimal(right),
  ]
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareDecimals(a, b)
}
