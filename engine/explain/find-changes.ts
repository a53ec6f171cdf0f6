import type { JsonValue } from '../base/canonical.ts'
import { linesOf } from '../base/line-splitter.ts'
import type { Slices } from '../base/slices.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { ReconcileInput, ReconcileResult } from '../reconcile.ts'
import type { BreakLine, MatchLine, NettedLine } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import type { RunSummary } from '../result/summary.ts'
import type { Rule } from '../rules/language/language.ts'
import type { RuleChange } from './rule-change.ts'
import { countBreaks } from './run-difference.ts'
import { type TriedChange, tryRuleChanges } from './try-changes.ts'

interface ChangesInput extends Pick<ReconcileInput, 'source' | 'target' | 'instructions' | 'policy' | 'sha256'> {
  /** The result of these records and rules. */
  readonly outcome: ReconcileResult
  /** The id of a break: `brk_…`. */
  readonly breakId: string
}

/** The changes of one rule that would take a break, as the API and the command line give them. */
export type RuleChanges = {
  readonly changes: readonly OfferedChange[]
  /** Why there is no change, or why others were not tried. */
  readonly note?: string
}

type OfferedChange = Pick<RuleChange, 'kind' | 'rule' | 'pointer' | 'sentence' | 'candidate'> & {
  readonly from: JsonValue
  readonly to: JsonValue
  readonly rules: readonly Rule[]
  readonly trial: Trial
}

/** What the run would have come to under the changed rules. */
type Trial = {
  readonly resultRoot: string
  readonly breaks: Counts
  readonly matches: Counts
  readonly closed: ChangedLines<BreakLine>
  readonly opened: ChangedLines<BreakLine>
  readonly regrouped: { readonly before: ChangedLines<BreakLine>; readonly after: ChangedLines<BreakLine> }
  readonly gained: ChangedLines<MatchLine | NettedLine>
  readonly lost: ChangedLines<MatchLine | NettedLine>
}

type Counts = { readonly before: number; readonly after: number }

/** The first `changedLineCountMax` canonical lines; `count` counts the lines of one very large break once. */
type ChangedLines<Line> = { readonly count: number; readonly lines: readonly Line[] }

const changedLineCountMax = 100

/** The answer of `tryRuleChanges`; undefined where the result has no such break. O(breaks), and a run for each change. */
export function* findRuleChanges({ breakId, ...input }: ChangesInput): Slices<RuleChanges | undefined> {
  const { outcome, sha256 } = input
  const texts = outcome.chunks.filter(({ view }) => view === 'breaks').flatMap(({ text }) => linesOf(text))
  const text = texts.find((each) => idOfLine('break', hashOfLine(sha256, each)) === breakId)
  if (text === undefined) return undefined
  const keep = (tried: TriedChange): OfferedChange => offeredChange(tried, outcome.summary)
  return yield* tryRuleChanges({ ...input, line: JSON.parse(text), keep })
}

function offeredChange({ change, outcome, difference }: TriedChange, before: RunSummary): OfferedChange {
  const { kind, rule, pointer, from, to, sentence, candidate, rules } = change
  const { closed, opened, regrouped, gained, lost } = difference
  return {
    ...{ kind, rule, pointer, from, to, sentence, candidate, rules },
    trial: {
      resultRoot: outcome.resultRoot,
      breaks: { before: before.breakCount, after: outcome.summary.breakCount },
      matches: { before: settledCount(before), after: settledCount(outcome.summary) },
      closed: changedBreaks(closed),
      opened: changedBreaks(opened),
      regrouped: { before: changedBreaks(regrouped.before), after: changedBreaks(regrouped.after) },
      gained: changedLines(gained, gained.length),
      lost: changedLines(lost, lost.length),
    },
  }
}

const settledCount = ({ matchCount, nettedCount }: RunSummary): number => matchCount + nettedCount

const changedBreaks = (lines: readonly BreakLine[]): ChangedLines<BreakLine> => changedLines(lines, countBreaks(lines))

const changedLines = <Line>(lines: readonly Line[], count: number): ChangedLines<Line> => ({
  count,
  lines: lines.slice(0, changedLineCountMax),
})
