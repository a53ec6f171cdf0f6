import type { Pass } from '../match/state/run-state.ts'
import type { ConfidenceCounts } from './confidence.ts'
import type { BreakReason, TotalsLine } from './line.ts'

/** Counts and totals of a run. Amounts are canonical decimals. */
export type RunSummary = {
  /** Of rules and by hand. */
  readonly matchCount: number
  readonly nettedCount: number
  /** Residuals of both sides. They are counted among the records of their side, too. */
  readonly residualCount: number
  readonly suggestionCount: number
  readonly breakCount: number
  readonly source: SideSummary
  readonly target: SideSummary
  readonly confidence: ConfidenceCounts
  readonly amounts: { readonly [currency: string]: CurrencySummary }
  /** By currency: how much the target's matched total changes through turned signs. */
  readonly turned: { readonly [currency: string]: string }
  readonly breaks: { readonly [reason in BreakReason]?: number }
  /** Ties that rules held for review or left to later rules. Ties that `best` resolved are matches. */
  readonly ambiguous: number
  /** matched ÷ (matched + open) records of both sides, to four digits. 1 only when nothing is open. */
  readonly matchRate: string
  readonly rules: readonly RuleTally[]
}

/** `leftSource` and `leftTarget` include records under review. */
type RuleTally = { readonly id: string } & Pick<Pass, 'matches' | 'netted' | 'ambiguous' | 'leftSource' | 'leftTarget'>

export type SideSummary = { readonly matched: number; readonly open: number; readonly netted: number }

type CurrencySummary = {
  readonly sourceMatched: string
  readonly sourceOpen: string
  readonly targetMatched: string
  readonly targetOpen: string
}

export interface SummaryFigures
  extends Pick<RunSummary, 'source' | 'target' | 'residualCount' | 'suggestionCount' | 'confidence'> {
  /** Matches by hand, which no rule made. */
  readonly decidedCount: number
  readonly passes: readonly Pass[]
  readonly reasons: RunSummary['breaks']
}

export function summaryOf({ reasons, passes, ...figures }: SummaryFigures, totals: TotalsLine): RunSummary {
  const { source, target } = figures
  const sum = (of: (pass: Pass) => number): number => passes.reduce((total, pass) => total + of(pass), 0)
  return {
    matchCount: figures.decidedCount + sum(({ matches }) => matches),
    nettedCount: sum(({ netted }) => netted),
    residualCount: figures.residualCount,
    suggestionCount: figures.suggestionCount,
    breakCount: Object.values(reasons).reduce((total, count) => total + count, 0),
    source,
    target,
    confidence: figures.confidence,
    amounts: amountsOf(totals),
    turned: totals.turned,
    breaks: Object.fromEntries(Object.entries(reasons).sort()),
    ambiguous: sum(({ ambiguous }) => ambiguous),
    matchRate: matchRateOf(source.matched + target.matched, source.open + target.open),
    rules: passes.map(tallyOf),
  }
}

const tallyOf = ({ rule, matches, netted, ambiguous, leftSource, leftTarget }: Pass): RuleTally => ({
  id: rule,
  matches,
  netted,
  ambiguous,
  leftSource,
  leftTarget,
})

export function amountsOf(totals: TotalsLine): RunSummary['amounts'] {
  const currencies = [...new Set([...Object.keys(totals.source), ...Object.keys(totals.target)])].sort()
  return Object.fromEntries(
    currencies.map((currency) => [
      currency,
      {
        sourceMatched: totals.source[currency]?.matched ?? '0',
        sourceOpen: totals.source[currency]?.open ?? '0',
        targetMatched: totals.target[currency]?.matched ?? '0',
        targetOpen: totals.target[currency]?.open ?? '0',
      },
    ]),
  )
}

/** Whether less than 5 % of the records are matched: the rules or files hardly fit. */
export const hasFewMatches = ({ matchRate }: Pick<RunSummary, 'matchRate'>): boolean => Number(matchRate) < 0.05

/** Rounded half up to four digits, but below 1 while a record is open. */
function matchRateOf(matched: number, open: number): string {
  if (matched === 0) return '0'
  if (open === 0) return '1'
  const tenThousandths = Math.min(9_999, Math.floor((matched * 20_000 + matched + open) / (2 * (matched + open))))
  return `0.${String(tenThousandths).padStart(4, '0')}`.replace(/0+$/, '').replace(/\.$/, '')
}
