import { zero } from '../base/decimal.ts'
import { engineVersion } from '../base/version.ts'
import type { Limits } from '../match/state/limits.ts'
import type { Pass } from '../match/state/run-state.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { absentFields, type RunWarning } from '../result/absent-fields.ts'
import type { BreakReason, HeaderLine, TotalsLine } from '../result/line.ts'
import { type RunSummary, summaryOf } from '../result/summary.ts'
import { totalsOfSums } from '../result/totals.ts'
import { unsearchedWarnings } from '../result/unsearched-open.ts'
import { policyHash } from '../rules/canonical-policy.ts'
import type { PieceRun } from './piece.ts'
import { enabledRules } from './route.ts'
import type { SideFacts } from './side-facts.ts'
import { decimalIn, explainedIn, noCounts, sideSumsIn, type Tally } from './tally.ts'

export const headerOfPieces = ({ policy, sha256, facts }: PieceRun, roots: BySide<string>): HeaderLine => ({
  kind: 'tallystick/result@1',
  engine: engineVersion,
  policy: policyHash(policy, sha256),
  source: { count: facts.source.recordCount, root: roots.source },
  target: { count: facts.target.recordCount, root: roots.target },
})

interface WrittenPieces {
  readonly tally: Tally
  readonly suggestionCount: number
  readonly reasons: { readonly [reason in BreakReason]?: number }
  /** Open records of a side that did not search for candidates, since there were too many. */
  readonly unexplained: BySide<number>
}

export interface OutcomeOfPieces {
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly passes: readonly Pass[]
  readonly warnings: readonly RunWarning[]
}

export function outcomeOfPieces(
  { policy, facts, limits }: PieceRun & { readonly limits: Limits },
  written: WrittenPieces,
): OutcomeOfPieces {
  const { tally, suggestionCount, reasons, unexplained } = written
  const totals = totalsOfSums({
    source: sumsOf(facts.source, tally.sums.source),
    target: sumsOf(facts.target, tally.sums.target),
    differences: explainedIn(tally),
    fx: tally.fx,
  })
  const passes = passesOf(policy, facts, tally)
  const sum = (of: (pass: Pass) => number): number => passes.reduce((total, pass) => total + of(pass), 0)
  const summary = summaryOf({
    ...tally.records,
    matchCount: sum(({ matches }) => matches),
    nettedCount: sum(({ netted }) => netted),
    residualCount: tally.residualCount.source + tally.residualCount.target,
    suggestionCount,
    confidence: tally.confidence,
    reasons: new Map(Object.entries(reasons) as [BreakReason, number][]),
    totals,
    passes,
  })
  const warnings = [
    ...unsearchedWarnings(unexplained, limits.explainedCountMax),
    ...absentFields(policy, { source: facts.source.fields, target: facts.target.fields }),
  ]
  return { totals, summary, passes, warnings }
}

/**
 * The total of a currency is known from reading the side, not from what became of the records: a lost record then
 * shows.
 */
const sumsOf = ({ totals }: SideFacts, sums: Tally['sums'][Side]) =>
  sideSumsIn(addMissing(sums, totals), (currency) => {
    const known = totals[currency]
    return known === undefined ? zero : decimalIn(known.total)
  })

/** A currency of which no record was counted gets an empty sum, so that the totals are found to be incomplete. */
const addMissing = (sums: Tally['sums'][Side], totals: SideFacts['totals']): Tally['sums'][Side] => ({
  ...Object.fromEntries(
    Object.keys(totals).map((currency) => [
      currency,
      { count: 0, matched: '0', open: '0', excluded: '0', netted: '0' },
    ]),
  ),
  ...sums,
})

/**
 * The account of every pass. `left` are the records, residuals included, that this rule and the rules before it did not
 * take.
 */
function passesOf(policy: PieceRun['policy'], facts: BySide<SideFacts>, tally: Tally): Pass[] {
  const left = { source: facts.source.recordCount, target: facts.target.recordCount }
  return enabledRules(policy).map(({ rule }, position) => {
    const counts = tally.passes[position] ?? noCounts
    const taken = tally.taken[position] ?? { source: 0, target: 0 }
    for (const side of sides) left[side] -= taken[side]
    return { rule: rule.id, action: rule.action, ...counts, leftSource: left.source, leftTarget: left.target }
  })
}
