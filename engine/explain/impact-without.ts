import { at, byteAt, numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import type { Slices } from '../base/slices.ts'
import { rewindRunState } from '../match/rewind-run.ts'
import { type Match, type RunState, status } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { claimByRule } from '../match/waterfall.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { classifyBreaks } from '../result/breaks.ts'
import type { BreakReason } from '../result/line.ts'
import { matchesById, nettedLines } from '../result/match-lines.ts'
import { idOf } from '../result/record-ids.ts'
import { type Places, placeRecords } from '../result/record-order.ts'
import { settledTotals } from '../result/settled-amount.ts'

/** How a run would have ended without one rule, compared with how it did end. */
export type WithoutRule = {
  /** The matches of the rule that no other rule would make of the same records. */
  readonly onlyThisRule: {
    readonly matches: number
    readonly value: { readonly [currency: string]: string }
    readonly ids: readonly string[]
  }
  /** The matches of the rule that another rule would make. The ids are those in this run. */
  readonly takenOver: readonly { readonly rule: string; readonly matches: number; readonly ids: readonly string[] }[]
  /** Records that would be in a break, and are matched, excluded or netted now, by any rule. */
  readonly wouldBreak: SideCounts & {
    readonly byReason: { readonly [reason in BreakReason]?: number }
    readonly records: readonly BrokenRecord[]
  }
  /** Records that would be matched, and are in a break, excluded or netted now. */
  readonly wouldMatch: SideCounts
  /** Records that would be excluded, and are matched, in a break or netted now. */
  readonly wouldExclude: SideCounts
  /** Records that would be netted, and are matched, in a break or excluded now. */
  readonly wouldNet: SideCounts
}

type SideCounts = { readonly count: number; readonly bySide: BySide<number> }
type BrokenRecord = { readonly side: Side; readonly id: string; readonly reason: BreakReason }

export const impactCountMax = 1_000

export interface EndedRun {
  readonly run: RunState
  /** The matches or netted groups of a rule, in the order of the result. */
  matchesOf(rule: string): readonly Match[]
  /** The order of the records by (amount, date, id), which no rule changes; computed once. */
  places(): Places
}

export function createEndedRun(run: RunState): EndedRun {
  const nettings = nettedLines(run).map(({ netting }) => netting)
  const matchesByRule = Map.groupBy([...matchesById(run), ...nettings], ruleOf)
  let cachedPlaces: Places | undefined
  return {
    run,
    matchesOf: (rule) => matchesByRule.get(rule) ?? [],
    places() {
      cachedPlaces ??= placeRecords({ ...run, ...run.begun }, run.rules[0]?.compiled.turns)
      return cachedPlaces
    },
  }
}

const ruleOf = ({ rule }: Match): string => rule.compiled.rule.id

/**
 * The same run without a rule. Only the later rules are executed again, since both runs are equal up to there.
 * Undefined where the rule is disabled or took no record, so that nothing changes.
 */
export function* runWithout(run: RunState, rule: string): Slices<RunState | undefined> {
  const position = run.rules.findIndex(({ compiled }) => compiled.rule.id === rule)
  if (position < 0) return undefined
  const before = rewindRunState(run, position)
  if (haveSameStatuses(before, rewindRunState(run, position + 1))) return undefined
  const other = { ...before, rules: before.rules.toSpliced(position, 1) }
  for (let next = position; next < other.rules.length; next++) yield* claimByRule(other, next)
  return other
}

const haveSameStatuses = (left: RunState, right: RunState): boolean =>
  sides.every((side) => left[side].statuses.every((state, row) => state === byteAt(right[side].statuses, row)))

interface Alternative {
  /** The run without the rule; undefined where it ends the same. */
  readonly other: RunState | undefined
  readonly rule: string
  readonly ids: readonly string[]
}

/** Takes O(records), and the time to classify breaks where records lose their match. */
export function* compareWithout(
  { run, matchesOf, places }: EndedRun,
  { other = run, rule, ids }: Alternative,
): Slices<{ readonly without: WithoutRule; readonly truncated: boolean }> {
  const otherRuleOf = new Map(
    [...other.matches, ...other.nettings].map((match) => [recordsOf(other, match), ruleOf(match)]),
  )
  const lost = other === run ? [] : matchesOf(rule).map((match, index) => ({ match, id: at(ids, index) }))
  const lostByRule = Map.groupBy(lost, ({ match }) => otherRuleOf.get(recordsOf(run, match)))
  const only = lostByRule.get(undefined) ?? []
  const takenOver = other.rules.flatMap(({ compiled }) => {
    const taken = lostByRule.get(compiled.rule.id) ?? []
    return taken.length === 0 ? [] : [{ rule: compiled.rule.id, matches: taken.length, ids: taken.map(({ id }) => id) }]
  })
  const opened = movedRows(run, other, isOpen)
  const broken = opened.count === 0 ? [] : yield* brokenRecords(other, opened.rows, places)
  const lists = [only, broken, ...takenOver.map((each) => each.ids)]
  return {
    without: {
      onlyThisRule: {
        matches: only.length,
        value: settledTotals(
          run,
          'source',
          only.flatMap(({ match }) => rowsBySide(match.rule, match).source),
        ),
        ids: only.slice(0, impactCountMax).map(({ id }) => id),
      },
      takenOver: takenOver.map((each) => ({ ...each, ids: each.ids.slice(0, impactCountMax) })),
      wouldBreak: {
        ...countsOf(opened),
        byReason: countReasons(broken),
        records: broken.slice(0, impactCountMax),
      },
      wouldMatch: countsOf(movedRows(run, other, isMatched)),
      wouldExclude: countsOf(movedRows(run, other, isExcluded)),
      wouldNet: countsOf(movedRows(run, other, isNetted)),
    },
    truncated: lists.some(({ length }) => length > impactCountMax),
  }
}

/**
 * A text that is equal for matches of the same records. Residuals are named by id: their rows may differ between runs.
 */
function recordsOf(run: RunState, { rule, source, target }: Match): string {
  const { side } = rule.compiled.rule
  const namesOf = (place: Side, rows: readonly number[]): string => {
    const { rowCount } = run.begun[side ?? place].table
    return rows.map((row) => (row < rowCount ? row : JSON.stringify(idOf(run, side ?? place, row)))).join()
  }
  return `${side ?? ''}:${namesOf('source', source)}:${namesOf('target', target)}`
}

interface MovedRows extends SideCounts {
  readonly rows: BySide<ReadonlySet<number>>
}

type StatusTest = (state: number) => boolean

const isMatched: StatusTest = (state) => state === status.matched
const isExcluded: StatusTest = (state) => state === status.excluded
const isNetted: StatusTest = (state) => state === status.netted
const isOpen: StatusTest = (state) => !isMatched(state) && !isExcluded(state) && !isNetted(state)

function movedRows(from: RunState, to: RunState, test: StatusTest): MovedRows {
  const rowsOf = (side: Side): Set<number> => {
    const rows = new Set<number>()
    const { rowCount } = to.begun[side].table
    for (const [row, state] of to[side].statuses.subarray(0, rowCount).entries())
      if (test(state) && !test(numberAt(from[side].statuses, row))) rows.add(row)
    return rows
  }
  const rows = { source: rowsOf('source'), target: rowsOf('target') }
  const bySide = { source: rows.source.size, target: rows.target.size }
  return { rows, count: bySide.source + bySide.target, bySide }
}

const countsOf = ({ count, bySide }: MovedRows): SideCounts => ({ count, bySide })

function* brokenRecords(run: RunState, rows: MovedRows['rows'], places: EndedRun['places']): Slices<BrokenRecord[]> {
  // The ids of matches are left empty here: the reason of a break does not depend on them.
  const ownPlaces = run.residuals.length === 0 ? places : () => placeRecords(run, run.rules[0]?.compiled.turns)
  const breaks = yield* classifyBreaks(run, { ofRow: () => undefined, ofMatch: () => '' }, ownPlaces)
  return sides.flatMap((side) =>
    breaks
      .flatMap((each) => each[side].map((row) => ({ row, reason: each.line.reason })))
      .filter(({ row }) => rows[side].has(row))
      .map(({ row, reason }) => ({ side, id: idOf(run, side, row), reason }))
      .sort((a, b) => compareUtf8(a.id, b.id)),
  )
}

function countReasons(records: readonly BrokenRecord[]): WithoutRule['wouldBreak']['byReason'] {
  const byReason = Map.groupBy(records, ({ reason }) => reason)
  return Object.fromEntries([...byReason].map(([reason, { length }]) => [reason, length] as const).sort())
}
