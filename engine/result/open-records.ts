import type { BoundRule, Side } from '../match/bound-rule.ts'
import type { RunState } from '../match/run-state.ts'
import type { BreakReason } from './line.ts'
import { type NearMiss, nearMissesOf, nearMissJoins } from './near-miss.ts'

/** One open record that no other break holds, or two that miss each other alone, with the near misses that explain it. */
export interface OpenBreak {
  readonly reason: BreakReason
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** Nearest first, at most three. The first names the rule and the criterion. */
  readonly nearest: readonly NearMiss[]
}

const candidateCountMax = 3

/**
 * Explains the rows of `open`: when exactly one source and one target miss each other by an amount, date or currency
 * criterion they are one break, every other record is missing on the other side. O(joins × records).
 */
export function explainOpenRecords(run: RunState, rules: readonly BoundRule[], open: OpenRows): OpenBreak[] {
  const left = { source: new Set(open.source), target: new Set(open.target) }
  const missesOfRow = { source: new Map<number, NearMiss[]>(), target: new Map<number, NearMiss[]>() }
  const paired: OpenBreak[] = []
  for (const join of nearMissJoins(rules)) {
    if (left.source.size === 0 && left.target.size === 0) break
    const misses = nearMissesOf(run, join, { source: [...left.source], target: [...left.target] })
    for (const miss of mutual(misses, left)) {
      const reason = mismatchOf(miss)
      if (reason === undefined) continue
      paired.push({ reason, source: [miss.source], target: [miss.target], nearest: [miss] })
      left.source.delete(miss.source)
      left.target.delete(miss.target)
    }
    for (const side of ['source', 'target'] as const)
      remember(run, side, misses, { left: left[side], known: missesOfRow[side] })
  }
  return [
    ...paired,
    ...[...left.source].map((row) => missing(row, 'source', missesOfRow.source)),
    ...[...left.target].map((row) => missing(row, 'target', missesOfRow.target)),
  ]
}

export interface OpenRows {
  readonly source: readonly number[]
  readonly target: readonly number[]
}

/** The near misses of two open records that have no other open near miss. */
function mutual(
  misses: readonly NearMiss[],
  left: { source: ReadonlySet<number>; target: ReadonlySet<number> },
): NearMiss[] {
  const open = misses.filter(({ source, target }) => left.source.has(source) && left.target.has(target))
  const [bySource, byTarget] = [new Map<number, number>(), new Map<number, number>()]
  for (const { source, target } of open) {
    bySource.set(source, (bySource.get(source) ?? 0) + 1)
    byTarget.set(target, (byTarget.get(target) ?? 0) + 1)
  }
  return open.filter(({ source, target }) => bySource.get(source) === 1 && byTarget.get(target) === 1)
}

/** The reason of a two-sided break; text that differs is no mismatch of two records, only a hint. */
function mismatchOf({ failed, source, target }: NearMiss): BreakReason | undefined {
  if (!failed.hasValues(source, target)) return undefined
  if (failed.criterion.type === 'decimal') return 'amount_mismatch'
  if (failed.criterion.type === 'date') return 'date_mismatch'
  return failed.criterion.sourceField === 'currency' || failed.criterion.targetField === 'currency'
    ? 'currency_mismatch'
    : undefined
}

/** Adds the near misses of one join to those that a row has from earlier ones, nearest first, while it has room. */
function remember(
  run: RunState,
  side: Side,
  misses: readonly NearMiss[],
  rows: { readonly left: ReadonlySet<number>; readonly known: Map<number, NearMiss[]> },
): void {
  const other = side === 'source' ? 'target' : 'source'
  const own = misses.filter(
    (miss) => rows.left.has(miss[side]) && (rows.known.get(miss[side])?.length ?? 0) < candidateCountMax,
  )
  for (const miss of own.sort((a, b) => compareCloseness(run, other, a, b))) {
    const known = rows.known.get(miss[side]) ?? []
    if (known.length >= candidateCountMax || known.some((each) => each[other] === miss[other])) continue
    rows.known.set(miss[side], [...known, miss])
  }
}

/** By how far the pair misses, then by the other record's id. */
function compareCloseness(run: RunState, other: Side, a: NearMiss, b: NearMiss): number {
  const [first, second] = [distance(a), distance(b)]
  if (first !== second) return first < second ? -1 : 1
  const { rankById } = run[other].ordering
  return (rankById[a[other]] ?? 0) - (rankById[b[other]] ?? 0)
}

function distance({ failed, source, target }: NearMiss): number | bigint {
  const difference = failed.difference(source, target)
  return difference < 0 ? -difference : difference
}

function missing(row: number, side: Side, known: ReadonlyMap<number, readonly NearMiss[]>): OpenBreak {
  const rows = side === 'source' ? { source: [row], target: [] } : { source: [], target: [row] }
  return {
    ...rows,
    reason: side === 'source' ? 'missing_in_target' : 'missing_in_source',
    nearest: known.get(row) ?? [],
  }
}
