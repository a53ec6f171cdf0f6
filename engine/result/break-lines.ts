import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import { candidateCountMax, type RunState } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Break } from './break.ts'
import type { BreakLine, CandidateLine } from './line.ts'
import { byIds, idOf, type PlacedLine, type SideRows } from './record-ids.ts'

/** A break of more records than this gets one line for each record. The lines have a `group` in common. */
const recordCountMax = 1_000

/** The lines of breaks in the order of the result. */
export function* breakLines(run: RunState, breaks: readonly Break[], sha256: Sha256): Slices<PlacedLine<BreakLine>[]> {
  const lines: PlacedLine<BreakLine>[] = []
  for (const each of breaks) {
    for (const line of linesOf(run, each, sha256)) lines.push(line)
    if (run.work.endsSlice(stepsOfRecord * (each.source.length + each.target.length))) yield
  }
  return lines.sort(byIds(run))
}

const stepsOfRecord = 100

/** Sets `suggested` on breaks with a record that is in a suggestion. */
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
  const named = (side: Side): NamedRecord[] =>
    rowsById(run[side], each[side]).map((record) => ({ record, id: idOf(run, side, record) }))
  return splitBreak({ ...each, source: named('source'), target: named('target') }, sha256)
}

export interface NamedRecord {
  readonly record: number
  readonly id: string
}

interface NamedBreak extends BySide<readonly NamedRecord[]>, Pick<Break, 'line' | 'candidates'> {}

/** The line of a break, or a line for each record of a break of more than 1,000 records. */
export function splitBreak({ line, candidates, source, target }: NamedBreak, sha256: Sha256): PlacedLine<BreakLine>[] {
  if (source.length + target.length <= recordCountMax) return [breakLine(line, { source, target, candidates })]
  // Only the line of the listing record has the listed ids: a thousand lines with a thousand ids each would be too
  // large.
  const { listed, ...common } = line
  const grouped: Omit<BreakLine, 'source' | 'target' | 'candidates'> = {
    ...common,
    group: toHex(sha256(utf8(canonicalize([idsIn(source), idsIn(target)])))),
  }
  const candidatesOf = candidatesByRecord(candidates)
  return [
    ...source.map((each) =>
      breakLine(source.length === 1 && listed ? { ...grouped, listed } : grouped, {
        source: [each],
        target: [],
        candidates: first(candidatesOf('source', each.id)),
      }),
    ),
    ...target.map((each) =>
      breakLine(target.length === 1 && listed ? { ...grouped, listed } : grouped, {
        source: [],
        target: [each],
        candidates: first(candidatesOf('target', each.id)),
      }),
    ),
  ]
}

const idsIn = (records: readonly NamedRecord[]): string[] => records.map(({ id }) => id)

/** The candidates of each record. Under a netting rule both records of a candidate are of one side. */
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

interface LineRecords extends BySide<readonly NamedRecord[]> {
  readonly candidates: readonly CandidateLine[]
}

export const breakLine = (
  line: Omit<BreakLine, 'source' | 'target' | 'candidates'>,
  { source, target, candidates }: LineRecords,
): PlacedLine<BreakLine> => ({
  source: source.map(({ record }) => record),
  target: target.map(({ record }) => record),
  line: {
    ...line,
    ...(source.length > 0 && { source: idsIn(source) }),
    ...(target.length > 0 && { target: idsIn(target) }),
    ...(candidates.length > 0 && { candidates }),
  },
})
