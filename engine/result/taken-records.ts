import { byteAt } from '../base/at.ts'
import type { BoundRule } from '../match/bound-rule.ts'
import { rowsById } from '../match/id-order.ts'
import { candidateCountMax, type RunState, status } from '../match/run-state.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import { type PairSearch, visitPairs } from './near-miss.ts'
import type { PairJoin } from './pair-joins.ts'

/** Two records that satisfy every criterion of a rule, one of which is matched already. */
export interface TakenPair {
  readonly rule: BoundRule
  readonly source: number
  readonly target: number
}

interface OpenSides extends Pick<PairSearch, 'places' | 'rowKeys'> {
  readonly left: BySide<ReadonlySet<number>>
}

/**
 * For the open rows of both sides, up to three matched records that satisfy every criterion of a rule with them: rules
 * in order, then the least ids. They are found like near misses, among the 64 nearest that share a rule's key.
 * O(rules × records).
 */
export function findTaken(
  run: RunState,
  joins: readonly PairJoin[],
  { left, places, rowKeys }: OpenSides,
): BySide<ReadonlyMap<number, readonly TakenPair[]>> {
  const taken = { source: new Map<number, TakenPair[]>(), target: new Map<number, TakenPair[]>() }
  for (const join of joins) {
    if (left.source.size + left.target.size === 0) break
    const found = { source: new Map<number, Set<number>>(), target: new Map<number, Set<number>>() }
    const isFull = (side: Side, row: number): boolean => (taken[side].get(row)?.length ?? 0) >= candidateCountMax
    const isLooking = (side: Side, row: number): boolean => left[side].has(row) && !isFull(side, row)
    const offer = (side: Side, row: number, other: number): void => {
      if (!isLooking(side, row) || byteAt(run[oppositeSide(side)].statuses, other) !== status.matched) return
      found[side].set(row, (found[side].get(row) ?? new Set()).add(other))
    }
    const isDone = (side: Side, row: number): boolean => !isLooking(side, row)
    visitPairs(run, { ...join, places, rowKeys, isLooking, isDone }, (source, target) => {
      offer('source', source, target)
      offer('target', target, source)
    })
    for (const side of sides)
      for (const [row, others] of found[side])
        taken[side].set(row, added(run, { side, row, rule: join.rule, before: taken[side].get(row) ?? [], others }))
  }
  return taken
}

interface Addition {
  readonly side: Side
  readonly row: number
  readonly rule: BoundRule
  readonly before: readonly TakenPair[]
  readonly others: ReadonlySet<number>
}

function added(run: RunState, { side, row, rule, before, others }: Addition): TakenPair[] {
  const other = oppositeSide(side)
  const known = new Set(before.map((pair) => pair[other]))
  const unknown = rowsById(
    run[other],
    [...others].filter((each) => !known.has(each)),
  )
  const pairOf = (each: number): TakenPair =>
    side === 'source' ? { rule, source: row, target: each } : { rule, source: each, target: row }
  return [...before, ...unknown.map(pairOf)].slice(0, candidateCountMax)
}
