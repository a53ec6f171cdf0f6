import type { Side } from '../match/bound-rule.ts'
import { type Match, type RunState, status } from '../match/run-state.ts'
import { classifyBreaks } from '../result/breaks.ts'
import { controlTotals } from '../result/control-amount.ts'
import type { BreakReason } from '../result/line.ts'
import { byIds, idOf } from '../result/record-ids.ts'
import { type Places, placeRecords } from '../result/record-order.ts'

/** What a run would have come to without one of its rules, beside what it came to. */
export type WithoutRule = {
  /** Its matches that no other rule makes of the same records. */
  readonly onlyThisRule: {
    readonly matches: number
    /** Control amounts of their source records, by currency. */
    readonly value: { readonly [currency: string]: string }
    readonly ids: readonly string[]
  }
  /** Its matches that another rule would have made of the same records; ids are those of this run. */
  readonly takenOver: readonly { readonly rule: string; readonly matches: number; readonly ids: readonly string[] }[]
  /** Records that are matched or excluded, by whatever rule, and would be in a break. */
  readonly wouldBreak: SideCounts & {
    readonly byReason: { readonly [reason in BreakReason]?: number }
    readonly records: readonly { readonly side: Side; readonly id: string; readonly reason: BreakReason }[]
  }
  /** Records that are in a break or excluded and would be matched. */
  readonly wouldMatch: SideCounts
  /** Records that are matched or in a break and would be excluded. */
  readonly wouldExclude: SideCounts
}

type SideCounts = { readonly count: number; readonly bySide: { readonly [side in Side]: number } }

/** Elements of a list of an impact at most. */
export const impactCountMax = 1_000

/** A run that is at the end of its waterfall. */
export interface ClaimedRun {
  readonly run: RunState
  /** The matches of a rule, in the order of the result. */
  matchesOf(rule: string): readonly Match[]
  /** The order of its records, which no rule changes; found once. */
  places(): Places
}

/** Sorts the matches of a run by the rules that made them. */
export function createClaimedRun(run: RunState): ClaimedRun {
  const byRule = Map.groupBy(run.matches.toSorted(byIds(run)), ({ rule }) => rule.compiled.rule.id)
  let known: Places | undefined
  return {
    run,
    matchesOf: (rule) => byRule.get(rule) ?? [],
    places() {
      known ??= placeRecords(run)
      return known
    },
  }
}

interface Alternative {
  /** The same run without the rule; undefined for one that was disabled anyway, or took no record. */
  readonly run: RunState | undefined
  readonly rule: string
  /** The ids of the rule's matches, in the order of the result. */
  readonly ids: readonly string[]
}

/** Compares a run with what it comes to without a rule. O(records), and the breaks where there are new ones. */
export function withoutRule(
  { run, matchesOf, places }: ClaimedRun,
  { run: other = run, rule, ids }: Alternative,
): { readonly without: WithoutRule; readonly truncated: boolean } {
  const makers = makersOf(other)
  const matches = matchesOf(rule).map((match, index) => ({ match, id: ids[index] ?? '', maker: makers(match) }))
  const byMaker = Map.groupBy(other === run ? [] : matches, ({ maker }) => maker)
  const only = byMaker.get(undefined) ?? []
  const takenOver = other.rules.flatMap(({ compiled }) => {
    const taken = byMaker.get(compiled.rule.id) ?? []
    return taken.length === 0 ? [] : [{ rule: compiled.rule.id, matches: taken.length, ids: taken.map(({ id }) => id) }]
  })
  const opened = movedRows(run, other, isOpen)
  const reasons = opened.count === 0 ? [] : reasonsOf(other, opened.rows, places)
  const lists = [only, reasons, ...takenOver.map((each) => each.ids)]
  return {
    without: {
      onlyThisRule: {
        matches: only.length,
        value: controlTotals(
          run.source.table,
          only.flatMap(({ match }) => match.source),
        ),
        ids: only.slice(0, impactCountMax).map(({ id }) => id),
      },
      takenOver: takenOver.map((each) => ({ ...each, ids: each.ids.slice(0, impactCountMax) })),
      wouldBreak: {
        count: opened.count,
        bySide: opened.bySide,
        byReason: countReasons(reasons.map(({ reason }) => reason)),
        records: reasons.slice(0, impactCountMax),
      },
      wouldMatch: sideCounts(movedRows(run, other, isMatched)),
      wouldExclude: sideCounts(movedRows(run, other, isExcluded)),
    },
    truncated: lists.some(({ length }) => length > impactCountMax),
  }
}

/** Tells which rule makes a match of the same records. */
function makersOf({ matches }: RunState): (match: Match) => string | undefined {
  const bySource = new Map(matches.map((match) => [match.source[0], match]))
  return ({ source, target }) => {
    const other = bySource.get(source[0])
    const isSame = other !== undefined && isEqual(other.source, source) && isEqual(other.target, target)
    return isSame ? other.rule.compiled.rule.id : undefined
  }
}

const isEqual = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((row, index) => row === right[index])

interface MovedRows extends SideCounts {
  readonly rows: { readonly [side in Side]: ReadonlySet<number> }
}

/** Tells of a record's status whether it stands in a certain place at the end of a run. */
type IsThere = (state: number | undefined) => boolean

const isMatched: IsThere = (state) => state === status.matched
const isExcluded: IsThere = (state) => state === status.excluded
const isOpen: IsThere = (state) => !isMatched(state) && !isExcluded(state)

/** The rows that stand there in one run, and elsewhere in the run before. */
function movedRows(from: RunState, to: RunState, isThere: IsThere): MovedRows {
  const rowsOf = (side: Side): Set<number> => {
    const [before, after] = [from[side].statuses, to[side].statuses]
    return new Set([...after.keys()].filter((row) => isThere(after[row]) && !isThere(before[row])))
  }
  const rows = { source: rowsOf('source'), target: rowsOf('target') }
  return {
    rows,
    count: rows.source.size + rows.target.size,
    bySide: { source: rows.source.size, target: rows.target.size },
  }
}

const sideCounts = ({ count, bySide }: MovedRows): SideCounts => ({ count, bySide })

/** The breaks that these rows are in, by side and id. */
function reasonsOf(
  run: RunState,
  rows: MovedRows['rows'],
  places: ClaimedRun['places'],
): WithoutRule['wouldBreak']['records'] {
  const breaks = classifyBreaks(run, { ofRow: () => undefined, ofMatch: () => '' }, places)
  return (['source', 'target'] as const).flatMap((side) => {
    const { rankById } = run[side].ordering
    return breaks
      .flatMap((each) => each[side].map((row) => ({ row, reason: each.line.reason })))
      .filter(({ row }) => rows[side].has(row))
      .sort((a, b) => (rankById[a.row] ?? 0) - (rankById[b.row] ?? 0))
      .map(({ row, reason }) => ({ side, id: idOf(run, side, row), reason }))
  })
}

function countReasons(reasons: readonly BreakReason[]): WithoutRule['wouldBreak']['byReason'] {
  const counts = Map.groupBy(reasons, (reason) => reason)
  return Object.fromEntries([...counts].map(([reason, those]) => [reason, those.length] as const).sort())
}
