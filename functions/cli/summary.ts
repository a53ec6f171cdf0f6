import type { DatasetSummary, Outcome, RunSummary } from '@tallystick/engine'

/** What a finished reconciliation is told as. */
export interface Finished {
  readonly outcome: Pick<Outcome, 'summary' | 'leafCount' | 'resultRoot'>
  readonly source: Pick<DatasetSummary, 'recordCount' | 'warnings'>
  readonly target: Pick<DatasetSummary, 'recordCount' | 'warnings'>
  /** Where the result was written. */
  readonly out: string | undefined
}

/**
 * The outcome as tables for a person: records by side, amounts by currency, rules, breaks by reason, and the root that
 * the result file can be checked against. Ends with a newline.
 */
export function formatSummary(finished: Finished): string {
  const { source, target } = finished
  const { summary } = finished.outcome
  const blocks = [
    formatTable([
      ['', 'records', 'matched', 'open', 'excluded'],
      sideRow('source', source.recordCount, summary.source),
      sideRow('target', target.recordCount, summary.target),
    ]),
    amountTable(summary),
    ruleTable(summary),
    breakTable(summary),
    outcomeLines(finished),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

type Row = readonly string[]

function sideRow(name: string, recordCount: number, { matched, open }: RunSummary['source']): Row {
  return [name, ...[recordCount, matched, open, recordCount - matched - open].map(String)]
}

function amountTable({ amounts }: RunSummary): Row {
  const rows = Object.entries(amounts).map(([currency, amount]) => [
    currency,
    amount.sourceMatched,
    amount.sourceOpen,
    amount.targetMatched,
    amount.targetOpen,
  ])
  return formatTable([['', 'source matched', 'source open', 'target matched', 'target open'], ...rows])
}

function ruleTable({ rules }: RunSummary): Row {
  const rows = rules.map(({ id, ...tally }) => [
    id,
    ...[tally.matches, tally.ambiguous, tally.leftSource, tally.leftTarget].map(String),
  ])
  return formatTable([['rule', 'matches', 'ambiguous', 'left in source', 'left in target'], ...rows])
}

function breakTable({ breaks }: RunSummary): Row {
  return formatTable([['break', 'count'], ...Object.entries(breaks).map(([reason, count]) => [reason, String(count)])])
}

/** One line a row: the first column to the left, the others to the right. Nothing for a table of its heading alone. */
function formatTable(rows: readonly Row[]): readonly string[] {
  if (rows.length < 2) return []
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   '),
  )
}

function outcomeLines({ outcome, source, target, out }: Finished): readonly string[] {
  const { summary, leafCount, resultRoot } = outcome
  return [
    ['matches', `${summary.matchCount}: ${confidenceText(summary)}`],
    ['match rate', percentText(summary.matchRate)],
    ['suggestions', String(summary.suggestionCount)],
    ['breaks', String(summary.breakCount)],
    ['result', `${leafCount} lines under the root ${resultRoot}`],
    ...(out === undefined ? [] : [['written to', out]]),
    ...warningTexts('source', source.warnings),
    ...warningTexts('target', target.warnings),
  ].map(([name = '', text]) => `${name.padEnd(14)}${text}`)
}

function confidenceText({ confidence }: RunSummary): string {
  return Object.entries(confidence)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ')
}

/** `0.6667` → `66.67 %`. */
const percentText = (rate: string): string => `${(Number(rate) * 100).toFixed(2)} %`

function warningTexts(side: string, warnings: DatasetSummary['warnings']): readonly Row[] {
  return warnings.map(({ code, count, firstLine }) => [
    'warning',
    `${side}: ${code}: ${count}, the first on line ${firstLine}`,
  ])
}
