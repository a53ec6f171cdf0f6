import { noCurrency, type ReconcileResult, type RunSummary, type TotalsLine } from '@tallystick/engine'
import { counted } from '../terminal.ts'
import { formatTable, type Row } from './text-table.ts'

/** What the summary of a finished reconciliation is made of. */
export interface Finished {
  readonly outcome: Pick<ReconcileResult, 'summary' | 'leafCount' | 'resultRoot' | 'passes' | 'chunks'>
  readonly sourceCount: number
  readonly targetCount: number
  /** Where the result was written. */
  readonly out: string | undefined
}

/**
 * The outcome as blocks of lines for a person: records by side, amounts by currency, accepted differences by label,
 * rules, exclusions, netted records, breaks by reason, and the root that the result file can be checked against.
 */
export function summaryBlocks(finished: Finished): readonly (readonly string[])[] {
  const { outcome } = finished
  const { summary } = outcome
  return [
    sideTable(finished),
    amountTable(summary),
    acceptedTable(outcome),
    turnedTable(summary),
    ruleTable(summary),
    excludedTable(outcome),
    nettedTable(outcome),
    breakTable(summary),
    outcomeLines(finished),
  ]
}

/** What became of the records of either side. The netted ones have a column where there are any. */
function sideTable({ outcome: { summary, passes }, sourceCount, targetCount }: Finished): readonly string[] {
  const { source, target } = summary
  const excluded = (name: 'excludedSource' | 'excludedTarget'): number =>
    passes.reduce((sum, pass) => sum + pass[name], 0)
  const rowOf = (
    name: string,
    [recordCount, excludedCount]: readonly [number, number],
    { matched, open, netted }: RunSummary['source'],
  ): Row => [
    name,
    ...[recordCount, matched, open, excludedCount].map(String),
    ...(summary.nettedCount === 0 ? [] : [String(netted)]),
  ]
  return formatTable([
    ['', 'records', 'matched', 'open', 'excluded', ...(summary.nettedCount === 0 ? [] : ['netted'])],
    rowOf('source', [sourceCount, excluded('excludedSource')], source),
    rowOf('target', [targetCount, excluded('excludedTarget')], target),
  ])
}

function amountTable({ amounts }: RunSummary): readonly string[] {
  const rows = Object.entries(amounts).map(([currency, amount]) => [
    currencyText(currency),
    amount.sourceMatched,
    amount.sourceOpen,
    amount.targetMatched,
    amount.targetOpen,
  ])
  return formatTable([['', 'source matched', 'source open', 'target matched', 'target open'], ...rows])
}

const currencyText = (code: string): string => (code === noCurrency ? '(none)' : code)

function acceptedTable({ chunks }: Finished['outcome']): readonly string[] {
  const chunk = chunks.findLast(({ view }) => view === 'totals')
  if (chunk === undefined) throw new Error('A result has no totals')
  const totals: TotalsLine = JSON.parse(chunk.text)
  const rows = Object.entries(totals.accepted).flatMap(([currency, sums]) =>
    Object.entries(sums).map(([label, amount]) => [label, currencyText(currency), amount]),
  )
  const exchanged = Object.entries(totals.fx ?? {}).map(([currency, amount]) => [
    'after conversion',
    currencyText(currency),
    amount,
  ])
  return formatTable([['accepted', '', 'target − source'], ...rows, ...exchanged])
}

function turnedTable({ turned }: RunSummary): readonly string[] {
  const rows = Object.entries(turned).map(([currency, amount]) => [currencyText(currency), amount])
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

function breakTable({ breaks }: RunSummary): readonly string[] {
  return formatTable([['break', 'count'], ...Object.entries(breaks).map(([reason, count]) => [reason, String(count)])])
}

function outcomeLines({ outcome, out }: Finished): readonly string[] {
  const { summary, leafCount, resultRoot } = outcome
  const texts = {
    matches: `${summary.matchCount}: ${confidenceText(summary)}`,
    ...(summary.residualCount > 0 && { 'left over': `${counted(summary.residualCount, 'item')} of matched records` }),
    'match rate': percentText(summary.matchRate),
    suggestions: summary.suggestionCount,
    breaks: summary.breakCount,
    result: `${leafCount} lines under the root ${resultRoot}`,
    ...(out !== undefined && { 'written to': out }),
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
