import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/id-order.ts'
import { candidateCountMax, type RunState } from '../match/run-state.ts'
import type { Side } from '../record/side.ts'
import type { Break } from './break.ts'
import type { BreakLine, CandidateLine } from './line.ts'
import { byIds, idOf, idsOf, type PlacedLine, type SideRows } from './record-ids.ts'

/** A break of more records is written as one line a record, with a common group. */
const recordCountMax = 1_000

/**
 * The lines of `breaks` in the order of the artifact: those with a source record by (source ids, target ids), then
 * those with only target records.
 */
export function* breakLines(run: RunState, breaks: readonly Break[], sha256: Sha256): Slices<PlacedLine<BreakLine>[]> {
  const lines: PlacedLine<BreakLine>[] = []
  for (const each of breaks) {
    for (const line of linesOf(run, each, sha256)) lines.push(line)
    if (run.work.endsSlice(stepsOfRecord * (each.source.length + each.target.length))) yield
  }
  return lines.sort(byIds(run))
}

/** What listing a record of a break costs, and sorting the lines. */
const stepsOfRecord = 100

/** The breaks, with `suggested` on those that hold a record of a suggestion. */
export function markSuggested(
  breaks: readonly PlacedLine<BreakLine>[],
  suggestions: readonly SideRows[],
): readonly PlacedLine<BreakLine>[] {
  if (suggestions.length === 0) return breaks
  const rows = {
    source: new Set(suggestions.flatMap(({ source }) => source)),
    target: new Set(suggestions.flatMap(({ target }) => target)),
  }
  const isSuggested = ({ source, target }: SideRows): boolean =>
    source.some((row) => rows.source.has(row)) || target.some((row) => rows.target.has(row))
  return breaks.map((each) => (isSuggested(each) ? { ...each, line: { ...each.line, suggested: true } } : each))
}

function linesOf(run: RunState, each: Break, sha256: Sha256): PlacedLine<BreakLine>[] {
  const { line, candidates } = each
  const source = rowsById(run.source, each.source)
  const target = rowsById(run.target, each.target)
  if (source.length + target.length <= recordCountMax) return [lineOf(run, line, { source, target, candidates })]
  const ids = [idsOf(run, 'source', source), idsOf(run, 'target', target)]
  // What one record lists stands on its line alone: on each line of a thousand it would make a million ids.
  const { listed, ...common } = line
  const grouped: Omit<BreakLine, 'source' | 'target' | 'candidates'> = {
    ...common,
    group: toHex(sha256(utf8(canonicalize(ids)))),
  }
  const candidatesOf = candidatesByRecord(candidates)
  return [
    ...source.map((row) =>
      lineOf(run, source.length === 1 && listed ? { ...grouped, listed } : grouped, {
        source: [row],
        target: [],
        candidates: first(candidatesOf('source', idOf(run, 'source', row))),
      }),
    ),
    ...target.map((row) =>
      lineOf(run, target.length === 1 && listed ? { ...grouped, listed } : grouped, {
        source: [],
        target: [row],
        candidates: first(candidatesOf('target', idOf(run, 'target', row))),
      }),
    ),
  ]
}

/** The candidates that name a record of a side. Both records of a netting rule's candidate are of one side. */
function candidatesByRecord(candidates: readonly CandidateLine[]) {
  const byPlace = {
    source: Map.groupBy(candidates, ({ side = 'source', source }) => `${side}:${source}`),
    target: Map.groupBy(candidates, ({ side = 'target', target }) => `${side}:${target}`),
  }
  return (side: Side, id: string): readonly CandidateLine[] | undefined =>
    byPlace.source.get(`${side}:${id}`) ?? byPlace.target.get(`${side}:${id}`)
}

const first = (candidates: readonly CandidateLine[] = []): readonly CandidateLine[] =>
  candidates.slice(0, candidateCountMax)

interface LineRows extends SideRows {
  readonly candidates: readonly CandidateLine[]
}

const lineOf = (
  run: RunState,
  line: Omit<BreakLine, 'source' | 'target' | 'candidates'>,
  { source, target, candidates }: LineRows,
): PlacedLine<BreakLine> => ({
  source,
  target,
  line: {
    ...line,
    ...(source.length > 0 && { source: idsOf(run, 'source', source) }),
    ...(target.length > 0 && { target: idsOf(run, 'target', target) }),
    ...(candidates.length > 0 && { candidates }),
  },
})
