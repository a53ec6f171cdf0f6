import { groupedAmount } from '@tallystick/audit/base/amount'
import type { ResidualSum } from '@tallystick/audit/report/residuals'
import { noCurrency } from '@tallystick/engine/base'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import type { RunSummary, TotalsLine } from '@tallystick/engine/result'
import { grouped } from '../terminal.ts'
import { formatTable, type Row } from './text-table.ts'

/** The figures for the summary of a reconciliation that was finished on this machine or by a service. */
export interface Finished extends Pick<ReconcileResult, 'summary' | 'leafCount' | 'resultRoot'> {
  readonly totals: Totals
  readonly sides: BySide<SideCounts>
  /** How many records of each side each rule excluded; empty where the counts by rule are unknown. */
  readonly excluding: readonly Pick<ReconcileResult['passes'][number], 'rule' | 'excludedSource' | 'excludedTarget'>[]
  /** Empty where the sums are unknown. */
  readonly residualSums: readonly ResidualSum[]
  readonly out: string | undefined
  readonly reportPath: string | undefined
}

export interface Totals extends BySide<{ readonly [currency: string]: { readonly netted: string } }> {
  readonly accepted: TotalsLine['accepted']
  readonly fx: TotalsLine['fx']
}

export interface SideCounts {
  readonly recordCount: number
  /** How many residuals matches have left. Each counts as a record of its side. */
  readonly residualCount: number
  readonly excludedCount: number
}

/**
 * The outcome as blocks of lines: records by side, amounts by currency, accepted differences by label, rules,
 * exclusions, netted records, residuals, breaks by reason, and the root that the result file can be checked against.
 */
export function summaryBlocks(finished: Finished): readonly (readonly string[])[] {
  const { summary, totals } = finished
  return [
    sideTable(finished),
    amountTable(finished),
    acceptedTable(totals),
    turnedTable(summary),
    ruleTable(summary),
    excludedTable(finished),
    nettedTable(summary),
    residualTable(finished),
    breakTable(summary),
    outcomeLines(finished),
  ]
}

/**
 * Counts of records by side. Residuals and netted records have a column where there are any; records + residuals =
 * matched + open + excluded + netted.
 */
function sideTable({ summary, sides }: Finished): readonly string[] {
  const isNetted = summary.nettedCount > 0
  const hasResiduals = sides.source.residualCount + sides.target.residualCount > 0
  const rowOf = (side: 'source' | 'target'): Row => {
    const { recordCount, residualCount, excludedCount } = sides[side]
    const { matched, open, netted } = summary[side]
    const counts = [matched, open, excludedCount, ...(isNetted ? [netted] : [])]
    return [side, ...[recordCount, ...(hasResiduals ? [residualCount] : []), ...counts].map(grouped)]
  }
  const heading = ['matched', 'open', 'excluded', ...(isNetted ? ['netted'] : [])]
  return formatTable([
    ['', 'records', ...(hasResiduals ? ['left over'] : []), ...heading],
    rowOf('source'),
    rowOf('target'),
  ])
}

/** Amounts by currency. Netted amounts have columns only where some are not zero: most add up to nothing. */
function amountTable({ summary, totals: { source, target } }: Finished): readonly string[] {
  const netted = (totals: Totals['source'], currency: string): string => totals[currency]?.netted ?? '0'
  const isNetted = [source, target].some((totals) => Object.keys(totals).some((code) => netted(totals, code) !== '0'))
  const rows = Object.entries(summary.amounts).map(([currency, amount]) =>
    currencyRow(currency, [
      amount.sourceMatched,
      amount.sourceOpen,
      ...(isNetted ? [netted(source, currency)] : []),
      amount.targetMatched,
      amount.targetOpen,
      ...(isNetted ? [netted(target, currency)] : []),
    ]),
  )
  const headingOf = (side: string) =>
    ['matched', 'open', ...(isNetted ? ['netted'] : [])].map((each) => `${side} ${each}`)
  return formatTable([['', ...headingOf('source'), ...headingOf('target')], ...rows])
}

const currencyRow = (currency: string, amounts: readonly string[]): Row => [
  currencyText(currency),
  ...amounts.map((amount) => groupedAmount(amount, currency)),
]

const currencyText = (code: string): string => (code === noCurrency ? '(none)' : code)

function acceptedTable(totals: Finished['totals']): readonly string[] {
  const rows = Object.entries(totals.accepted).flatMap(([currency, sums]) =>
    Object.entries(sums).map(([label, amount]) => [label, ...currencyRow(currency, [amount])]),
  )
  const exchanged = Object.entries(totals.fx).map(([currency, amount]) => [
    'after conversion',
    ...currencyRow(currency, [amount]),
  ])
  return formatTable([['accepted', '', 'target − source'], ...rows, ...exchanged])
}

function turnedTable({ turned }: RunSummary): readonly string[] {
  const rows = Object.entries(turned).map(([currency, amount]) => currencyRow(currency, [amount]))
  return formatTable([['turned', 'by a changed sign'], ...rows])
}

function ruleTable({ rules }: RunSummary): readonly string[] {
  const rows = rules.map(({ id, ...tally }) => [
    id,
    ...[tally.matches, tally.ambiguous, tally.leftSource, tally.leftTarget].map(grouped),
  ])
  return formatTable([['rule', 'matches', 'ambiguous', 'left in source', 'left in target'], ...rows])
}

function excludedTable({ excluding }: Finished): readonly string[] {
  const rows = excluding.map(({ rule, ...counts }) => [
    rule,
    ...[counts.excludedSource, counts.excludedTarget].map(grouped),
  ])
  return formatTable([['excluded by', 'source', 'target'], ...rows])
}

function nettedTable({ rules }: RunSummary): readonly string[] {
  const rows = rules.filter(({ netted }) => netted > 0).map(({ id, netted }) => [id, grouped(netted)])
  return formatTable([['netted by', 'pairs and groups'], ...rows])
}

function residualTable({ residualSums }: Finished): readonly string[] {
  const rows = residualSums.map(({ currency, source, target }) => currencyRow(currency, [source, target]))
  return formatTable([['left over', 'source', 'target'], ...rows])
}

function breakTable({ breaks }: RunSummary): readonly string[] {
  return formatTable([['break', 'count'], ...Object.entries(breaks).map(([reason, count]) => [reason, grouped(count)])])
}

function outcomeLines({ summary, leafCount, resultRoot, out, reportPath }: Finished): readonly string[] {
  const texts = {
    matches: `${grouped(summary.matchCount)}: ${confidenceText(summary)}`,
    'match rate': percentText(summary.matchRate),
    suggestions: grouped(summary.suggestionCount),
    breaks: grouped(summary.breakCount),
    result: `${grouped(leafCount)} lines under the root ${resultRoot}`,
    ...(out !== undefined && { 'written to': out }),
    ...(reportPath !== undefined && { report: reportPath }),
  }
  return Object.entries(texts).map(([name, text]) => `${name.padEnd(14)}${text}`)
}

function confidenceText({ confidence }: RunSummary): string {
  return Object.entries(confidence)
    .map(([level, count]) => `${grouped(count)} ${level}`)
    .join(', ')
}

/** `0.6667` → `66.67 %`. */
const percentText = (rate: string): string => `${(Number(rate) * 100).toFixed(2)} %`
