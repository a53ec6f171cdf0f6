import { noCurrency, type ReconcileResult, type RunSummary, type TotalsLine } from '@tallystick/engine'
import { groupedAmount } from '../../platform/amount.ts'
import type { Rest, RestSum } from './rests.ts'
import { formatTable, type Row } from './text-table.ts'

/** What the summary of a finished reconciliation is made of. */
export interface Finished {
  readonly outcome: Pick<ReconcileResult, 'summary' | 'leafCount' | 'resultRoot' | 'passes' | 'chunks'>
  readonly sourceCount: number
  readonly targetCount: number
  /** What matches left over: each counts as a record of its side. */
  readonly rests: readonly Rest[]
  readonly restSums: readonly RestSum[]
  /** Where the result was written. */
  readonly out: string | undefined
  /** Where the records and reasons were written. */
  readonly reportPath: string | undefined
}

/**
 * The outcome as blocks of lines for a person: records by side, amounts by currency, accepted differences by label,
 * rules, exclusions, netted records, what matches left over, breaks by reason, and the root that the result file can be
 * checked against.
 */
export function summaryBlocks(finished: Finished): readonly (readonly string[])[] {
  const { outcome } = finished
  const { summary } = outcome
  return [
    sideTable(finished),
    amountTable(outcome),
    acceptedTable(outcome),
    turnedTable(summary),
    ruleTable(summary),
    excludedTable(outcome),
    nettedTable(outcome),
    restTable(finished),
    breakTable(summary),
    outcomeLines(finished),
  ]
}

/**
 * What became of the records of either side. What matches left over and what was netted have a column where there is any,
 * so that records + left over = matched + open + excluded + netted.
 */
function sideTable({ outcome: { summary, passes }, sourceCount, targetCount, rests }: Finished): readonly string[] {
  const isNetted = summary.nettedCount > 0
  const rowOf = (
    side: 'source' | 'target',
    [recordCount, excludedName]: readonly [number, 'excludedSource' | 'excludedTarget'],
  ): Row => {
    const { matched, open, netted } = summary[side]
    const restCount = rests.filter((rest) => rest.side === side).length
    const excludedCount = passes.reduce((sum, pass) => sum + pass[excludedName], 0)
    const counts = [matched, open, excludedCount, ...(isNetted ? [netted] : [])]
    return [side, ...[recordCount, ...(rests.length > 0 ? [restCount] : []), ...counts].map(String)]
  }
  const heading = ['matched', 'open', 'excluded', ...(isNetted ? ['netted'] : [])]
  return formatTable([
    ['', 'records', ...(rests.length > 0 ? ['left over'] : []), ...heading],
    rowOf('source', [sourceCount, 'excludedSource']),
    rowOf('target', [targetCount, 'excludedTarget']),
  ])
}

/** The netted amounts have columns where there are any: most come to nothing. */
function amountTable(outcome: Finished['outcome']): readonly string[] {
  const { source, target } = totalsOf(outcome)
  const netted = (totals: TotalsLine['source'], currency: string): string => totals[currency]?.netted ?? '0'
  const isNetted = [source, target].some((totals) => Object.keys(totals).some((code) => netted(totals, code) !== '0'))
  const rows = Object.entries(outcome.summary.amounts).map(([currency, amount]) =>
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

function totalsOf({ chunks }: Finished['outcome']): TotalsLine {
  const chunk = chunks.findLast(({ view }) => view === 'totals')
  if (chunk === undefined) throw new Error('A result has no totals')
  return JSON.parse(chunk.text)
}

/** A currency, and amounts with its digits. */
const currencyRow = (currency: string, amounts: readonly string[]): Row => [
  currencyText(currency),
  ...amounts.map((amount) => groupedAmount(amount, currency)),
]

const currencyText = (code: string): string => (code === noCurrency ? '(none)' : code)

function acceptedTable(outcome: Finished['outcome']): readonly string[] {
  const totals = totalsOf(outcome)
  const rows = Object.entries(totals.accepted).flatMap(([currency, sums]) =>
    Object.entries(sums).map(([label, amount]) => [label, ...currencyRow(currency, [amount])]),
  )
  const exchanged = Object.entries(totals.fx ?? {}).map(([currency, amount]) => [
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
    ...[tally.matches, tally.ambiguous, tally.leftSource, tally.leftTarget].map(String),
  ])
  return formatTable([['rule', 'matches', 'ambiguous', 'left in source', 'left in target'], ...rows])
}

function excludedTable({ passes }: Finished['outcome']): readonly string[] {
  const rows = passes
    .filter(({ action }) => action === 'exclude')
    .map(({ rule, excludedSource, excludedTarget }) => [rule, String(excludedSource), String(excludedTarget)])
  return formatTable([['excluded by', 'source', 'target'], ...rows])
}

function nettedTable({ passes }: Finished['outcome']): readonly string[] {
  const rows = passes.filter(({ netted }) => netted > 0).map(({ rule, netted }) => [rule, String(netted)])
  return formatTable([['netted by', 'pairs and groups'], ...rows])
}

function restTable({ restSums }: Finished): readonly string[] {
  const rows = restSums.map(({ currency, source, target }) => currencyRow(currency, [source, target]))
  return formatTable([['left over', 'source', 'target'], ...rows])
}

function breakTable({ breaks }: RunSummary): readonly string[] {
  return formatTable([['break', 'count'], ...Object.entries(breaks).map(([reason, count]) => [reason, String(count)])])
}

function outcomeLines({ outcome, out, reportPath }: Finished): readonly string[] {
  const { summary, leafCount, resultRoot } = outcome
  const texts = {
    matches: `${summary.matchCount}: ${confidenceText(summary)}`,
    'match rate': percentText(summary.matchRate),
    suggestions: summary.suggestionCount,
    breaks: summary.breakCount,
    result: `${leafCount} lines under the root ${resultRoot}`,
    ...(out !== undefined && { 'written to': out }),
    ...(reportPath !== undefined && { report: reportPath }),
  }
  return Object.entries(texts).map(([name, text]) => `${name.padEnd(14)}${text}`)
}

function confidenceText({ confidence }: RunSummary): string {
  return Object.entries(confidence)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ')
}

/** `0.6667` → `66.67 %`. */
const percentText = (rate: string): string => `${(Number(rate) * 100).toFixed(2)} %`
