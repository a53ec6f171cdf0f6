import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Side } from '../match/bound-rule.ts'
import type { RunState } from '../match/run-state.ts'
import type { Break } from './breaks.ts'
import type { BreakLine, CandidateLine } from './line.ts'
import { idOf } from './match-lines.ts'

/** A break of more records is written as one line a record, with a common group. */
const recordCountMax = 1_000

/**
 * The lines of `breaks` in the order of the artifact: those with a source record by (source ids, target ids), then
 * those with only target records.
 */
export function breakLines(run: RunState, breaks: readonly Break[], sha256: Sha256): BreakLine[] {
  return breaks
    .flatMap((each) => linesOf(run, each, sha256))
    .sort((a, b) => compareRanks(a.order, b.order))
    .map(({ line }) => line)
}

interface OrderedLine {
  readonly line: BreakLine
  /** Ranks of the source ids, a separator below every rank, ranks of the target ids. */
  readonly order: readonly number[]
}

function linesOf(run: RunState, each: Break, sha256: Sha256): OrderedLine[] {
  const source = byRank(run, 'source', each.source)
  const target = byRank(run, 'target', each.target)
  if (source.length + target.length <= recordCountMax)
    return [lineOf(run, each, { source, target, candidates: each.candidates })]
  const ids = [source.map((row) => idOf(run, 'source', row)), target.map((row) => idOf(run, 'target', row))]
  const group = toHex(sha256(utf8(canonicalize(ids))))
  const grouped = { ...each, line: { ...each.line, group } }
  const bySource = Map.groupBy(each.candidates, (candidate) => candidate.source)
  const byTarget = Map.groupBy(each.candidates, (candidate) => candidate.target)
  return [
    ...source.map((row) =>
      lineOf(run, grouped, { source: [row], target: [], candidates: three(bySource, idOf(run, 'source', row)) }),
    ),
    ...target.map((row) =>
      lineOf(run, grouped, { source: [], target: [row], candidates: three(byTarget, idOf(run, 'target', row)) }),
    ),
  ]
}

const three = (candidates: ReadonlyMap<string, readonly CandidateLine[]>, id: string): readonly CandidateLine[] =>
  (candidates.get(id) ?? []).slice(0, 3)

interface Rows {
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly candidates: readonly CandidateLine[]
}

function lineOf(run: RunState, each: { readonly line: BreakLine }, { source, target, candidates }: Rows): OrderedLine {
  const rank = (side: Side, rows: readonly number[]): number[] =>
    rows.map((row) => run[side].ordering.rankById[row] ?? 0)
  return {
    order: [
      ...(source.length > 0 ? rank('source', source) : [Number.POSITIVE_INFINITY]),
      -1,
      ...rank('target', target),
    ],
    line: {
      ...each.line,
      ...(source.length > 0 && { source: source.map((row) => idOf(run, 'source', row)) }),
      ...(target.length > 0 && { target: target.map((row) => idOf(run, 'target', row)) }),
      ...(candidates.length > 0 && { candidates }),
    },
  }
}

function byRank(run: RunState, side: Side, rows: readonly number[]): number[] {
  const { rankById } = run[side].ordering
  return rows.toSorted((a, b) => (rankById[a] ?? 0) - (rankById[b] ?? 0))
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [a, b] = [left[index] ?? 0, right[index] ?? 0]
    if (a !== b) return a < b ? -1 : 1
  }
  return left.length - right.length
}
