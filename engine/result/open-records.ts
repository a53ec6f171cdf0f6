import type { BoundRule, Side } from '../match/bound-rule.ts'
import type { RunState } from '../match/run-state.ts'
import type { Units } from '../record/columns.ts'
import { readsCurrency } from '../rules/plan.ts'
import type { BreakReason } from './line.ts'
import { type NearMiss, nearMissJoins, visitNearMisses } from './near-miss.ts'
import { type Places, placeRecords } from './place.ts'

/** One open record that no other break holds, or two that miss each other alone, with the near misses that explain it. */
export interface OpenBreak {
  readonly reason: BreakReason
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** Nearest first, at most three. The first names the rule and the criterion. */
  readonly nearest: readonly NearMiss[]
}

export interface OpenRows {
  readonly source: readonly number[]
  readonly target: readonly number[]
}

/**
 * Explains the rows of `open`: when exactly one source and one target miss each other by an amount, date or currency
 * criterion they are one break, every other record is missing on the other side. O(joins × records) time, and memory
 * for at most three near misses a record.
 */
export function explainOpenRecords(run: RunState, rules: readonly BoundRule[], open: OpenRows): OpenBreak[] {
  if (open.source.length + open.target.length === 0) return []
  const left = { source: new Set(open.source), target: new Set(open.target) }
  const known = { source: new Map<number, NearMiss[]>(), target: new Map<number, NearMiss[]>() }
  const paired: OpenBreak[] = []
  const places = placeRecords(run)
  for (const join of nearMissJoins(rules)) {
    if (left.source.size + left.target.size === 0) break
    const found = search(run, { ...join, places, left, known })
    for (const miss of found.mutual) {
      const reason = mismatchOf(miss)
      if (reason === undefined) continue
      paired.push({ reason, source: [miss.source], target: [miss.target], nearest: [miss] })
      left.source.delete(miss.source)
      left.target.delete(miss.target)
    }
    for (const side of ['source', 'target'] as const) {
      for (const [row, nearest] of found.nearest[side].entries()) {
        if (left[side].has(row)) known[side].set(row, [...(known[side].get(row) ?? []), ...nearest])
      }
    }
  }
  return [
    ...paired,
    ...[...left.source].map((row) => missing(row, 'source', known.source)),
    ...[...left.target].map((row) => missing(row, 'target', known.target)),
  ]
}

const candidateCountMax = 3

interface JoinOfOpen extends Pick<NearMiss, 'rule' | 'failed'> {
  readonly places: Places
  readonly left: { readonly [side in Side]: ReadonlySet<number> }
  readonly known: { readonly [side in Side]: ReadonlyMap<number, readonly NearMiss[]> }
}

interface Found {
  /** The near misses of two open records that have no other open near miss. */
  readonly mutual: readonly NearMiss[]
  /** Row → its nearest near misses, those of earlier joins left out, as many as it still has room for. */
  readonly nearest: { readonly [side in Side]: ReadonlyMap<number, readonly NearMiss[]> }
}

function search(run: RunState, { rule, failed, places, left, known }: JoinOfOpen): Found {
  const partner = { source: new Map<number, number>(), target: new Map<number, number>() }
  const nearest = { source: new Map<number, Ranked[]>(), target: new Map<number, Ranked[]>() }
  const meet = (side: Side, row: number, other: number): void => {
    const first = partner[side].get(row)
    if (first === undefined) partner[side].set(row, other)
    else if (first !== other) partner[side].set(row, several)
  }
  const offer = (side: Side, miss: Ranked): void => {
    const before = known[side].get(miss[side]) ?? []
    const other = otherSide(side)
    if (before.length >= candidateCountMax || before.some((each) => each[other] === miss[other])) return
    const ranked = nearest[side].get(miss[side])
    if (ranked === undefined) nearest[side].set(miss[side], [miss])
    else insert(ranked, miss, { run, other, countMax: candidateCountMax - before.length })
  }
  const isLooking = (side: Side, row: number): boolean => left[side].has(row)
  visitNearMisses(run, { rule, failed, places, isLooking }, (source, target) => {
    const miss = { rule, failed, source, target, distance: magnitude(failed.difference(source, target)) }
    const [sourceIsOpen, targetIsOpen] = [left.source.has(source), left.target.has(target)]
    if (sourceIsOpen && targetIsOpen) {
      meet('source', source, target)
      meet('target', target, source)
    }
    if (sourceIsOpen) offer('source', miss)
    if (targetIsOpen) offer('target', miss)
  })
  const mutual = [...partner.source]
    .filter(([source, target]) => partner.target.get(target) === source)
    .map(([source, target]) => ({ rule, failed, source, target }))
  return { mutual, nearest }
}

/** Stands for more than one partner: no row has this number. */
const several = -1

interface Ranked extends NearMiss {
  readonly distance: Units
}

const magnitude = (units: Units): Units => (units < 0 ? -units : units)

const otherSide = (side: Side): Side => (side === 'source' ? 'target' : 'source')

interface Insertion {
  readonly run: RunState
  readonly other: Side
  readonly countMax: number
}

/** Puts `miss` where it belongs: by how far the pair misses, then by the other record's id. Once is enough. */
function insert(ranked: Ranked[], miss: Ranked, { run, other, countMax }: Insertion): void {
  if (ranked.some((each) => each[other] === miss[other])) return
  const { rankById } = run[other].ordering
  const isCloser = (each: Ranked): boolean =>
    miss.distance < each.distance ||
    (miss.distance === each.distance && (rankById[miss[other]] ?? 0) < (rankById[each[other]] ?? 0))
  const place = ranked.findIndex(isCloser)
  if (place < 0) ranked.push(miss)
  else ranked.splice(place, 0, miss)
  if (ranked.length > countMax) ranked.pop()
}

/** The reason of a two-sided break; text that differs is no mismatch of two records, only a hint. */
function mismatchOf({ failed, source, target }: NearMiss): BreakReason | undefined {
  if (!failed.hasValues(source, target)) return undefined
  if (failed.criterion.type === 'decimal') return 'amount_mismatch'
  if (failed.criterion.type === 'date') return 'date_mismatch'
  return readsCurrency(failed.criterion) ? 'currency_mismatch' : undefined
}

function missing(row: number, side: Side, known: ReadonlyMap<number, readonly NearMiss[]>): OpenBreak {
  const rows = side === 'source' ? { source: [row], target: [] } : { source: [], target: [row] }
  return {
    ...rows,
    reason: side === 'source' ? 'missing_in_target' : 'missing_in_source',
    nearest: known.get(row) ?? [],
  }
}
