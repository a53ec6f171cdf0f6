import { uint32At } from '../base/at.ts'
import { type Pass, type RunState, status } from '../match/state/run-state.ts'
import type { Confidence } from '../rules/language/language.ts'
import type { Break } from './break.ts'
import type { BreakReason, TotalsLine } from './line.ts'

/** Counts and totals of a run. Amounts are canonical decimals. */
export type RunSummary = {
  readonly matchCount: number
  readonly nettedCount: number
  /** Residuals of both sides. They are counted among the records of their side, too. */
  readonly residualCount: number
  readonly suggestionCount: number
  readonly breakCount: number
  readonly source: SideSummary
  readonly target: SideSummary
  readonly confidence: { readonly [level in Confidence]: number }
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

type SideSummary = { readonly matched: number; readonly open: number; readonly netted: number }

type CurrencySummary = {
  readonly sourceMatched: string
  readonly sourceOpen: string
  readonly targetMatched: string
  readonly targetOpen: string
}

/** The result of a run by kind. A break counts once, even if it has several lines. */
interface Classified {
  readonly confidence: RunSummary['confidence']
  readonly suggestionCount: number
  readonly breaks: readonly Break[]
  readonly totals: TotalsLine
}

export function summarize(run: RunState, { confidence, suggestionCount, breaks, totals }: Classified): RunSummary {
  const reasons = Map.groupBy(breaks, ({ line }) => line.reason)
  return summaryOf({
    source: countSide(run.source.statuses),
    target: countSide(run.target.statuses),
    matchCount: run.matches.count(),
    nettedCount: run.nettings.count(),
    residualCount: run.residuals.length,
    suggestionCount,
    reasons: new Map([...reasons].map(([reason, same]) => [reason, same.length])),
    confidence,
    totals,
    passes: run.passes,
  })
}

export interface RunFigures
  extends Pick<
    RunSummary,
    'source' | 'target' | 'matchCount' | 'nettedCount' | 'residualCount' | 'suggestionCount' | 'confidence'
  > {
  readonly reasons: ReadonlyMap<BreakReason, number>
  readonly totals: TotalsLine
  readonly passes: readonly Pass[]
}

export function summaryOf({ reasons, totals, passes, ...figures }: RunFigures): RunSummary {
  const { source, target } = figures
  return {
    matchCount: figures.matchCount,
    nettedCount: figures.nettedCount,
    residualCount: figures.residualCount,
    suggestionCount: figures.suggestionCount,
    breakCount: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    source,
    target,
    confidence: figures.confidence,
    amounts: amountsOf(totals),
    turned: totals.turned,
    breaks: Object.fromEntries([...reasons].sort()),
    ambiguous: passes.reduce((sum, pass) => sum + pass.ambiguous, 0),
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

function countSide(statuses: Uint8Array): SideSummary {
  const counts = new Uint32Array(256)
  for (const each of statuses) counts[each] = uint32At(counts, each) + 1
  const [matched, netted] = [uint32At(counts, status.matched), uint32At(counts, status.netted)]
  return { matched, open: statuses.length - matched - netted - uint32At(counts, status.excluded), netted }
}

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

/** Rounded half up to four digits, but below 1 while a record is open. */
function matchRateOf(matched: number, open: number): string {
  if (matched === 0) return '0'
  if (open === 0) return '1'
  const tenThousandths = Math.min(9_999, Math.floor((matched * 20_000 + matched + open) / (2 * (matched + open))))
  return `0.${String(tenThousandths).padStart(4, '0')}`.replace(/0+$/, '').replace(/\.$/, '')
}
