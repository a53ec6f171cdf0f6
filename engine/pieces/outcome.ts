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
  /** By side, the number of open records that did not search for candidates, since there were too many. */
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
 * Takes the total of a currency from the first reading of the side, not from the settled records. If a record is lost,
 * the check of the totals fails.
 */
const sumsOf = ({ totals }: SideFacts, sums: Tally['sums'][Side]) =>
  sideSumsIn(addMissing(sums, totals), (currency) => {
    const known = totals[currency]
    return known === undefined ? zero : decimalIn(known.total)
  })

/**
 * Adds an empty sum for a currency without counted records. The check of the totals then finds that they are missing.
 */
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
 * The figures of every rule's pass. `leftSource` and `leftTarget` count the records, residuals included, that no rule
 * has taken yet.
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
