import type { DatasetSummary, Outcome, RunSummary } from '@tallystick/engine'

/** What a finished reconciliation is told as. */
export interface Finished {
  readonly outcome: Pick<Outcome, 'summary' | 'leafCount' | 'resultRoot'>
  readonly source: Pick<DatasetSummary, 'recordCount' | 'warnings'>
  readonly target: Pick<DatasetSummary, 'recordCount' | 'warnings'>
}

/**
 * The outcome as tables for a person: records by side, amounts by currency, rules, breaks by reason, and the root that
 * the result file can be checked against. Ends with a newline.
 */
export function formatSummary({ outcome, source, target }: Finished): string {
  const { summary, leafCount, resultRoot } = outcome
  const blocks = [
    formatTable([
      ['', 'records', 'matched', 'open', 'excluded'],
      sideRow('source', source.recordCount, summary.source),
      sideRow('target', target.recordCount, summary.target),
    ]),
    amountTable(summary),
    ruleTable(summary),
    breakTable(summary),
    [
      `${summary.matchCount} matches (${confidenceText(summary)}), ${percentText(summary.matchRate)} of the records`,
      `${summary.suggestionCount} suggestions, ${summary.breakCount} breaks`,
      `${leafCount} result lines under the root ${resultRoot}`,
      ...warningLines('source', source.warnings),
      ...warningLines('target', target.warnings),
    ],
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

function confidenceText({ confidence }: RunSummary): string {
  return Object.entries(confidence)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ')
}

/** `0.6667` → `66.67 %`. */
const percentText = (rate: string): string => `${(Number(rate) * 100).toFixed(2)} %`

function warningLines(side: string, warnings: DatasetSummary['warnings']): readonly string[] {
  return warnings.map(
    ({ code, count, firstLine }) => `warning: ${side}: ${code}: ${count}, the first on line ${firstLine}`,
  )
}
