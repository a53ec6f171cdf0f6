import { formatDecimal, parseDecimal, subtractDecimals } from '@tallystick/engine/base'
import type { ResultBreak } from '@tallystick/schema/result-item'
import type { RunRecord } from '@tallystick/schema/run'
import type { DemoRun } from './demo-run.ts'

const shownBreakCountMax = 30

/** The text for a finished run, without a newline at the end: matches, amounts, and breaks with their reasons. */
export function formatSummary({ run, breaks }: DemoRun): string {
  const { summary } = run
  if (summary === null) return `${run.name}: ${run.status}`
  const { exact, high, medium, low } = summary.confidence
  return [
    `${run.name} (${run.id}): ${run.status}`,
    '',
    `  matches     ${summary.matchCount}: ${exact} exact, ${high} high, ${medium} medium, ${low} low`,
    `  match rate  ${percent(summary.matchRate)}`,
    `  bank        ${sideLine(run.source.recordCount, summary.source)}`,
    `  ledger      ${sideLine(run.target.recordCount, summary.target)}`,
    '',
    ...amountTable(summary),
    '',
    `  ${summary.breakCount} breaks`,
    ...breaks.slice(0, shownBreakCountMax).map((each) => `    ${breakLine(each)}`),
    ...(breaks.length > shownBreakCountMax ? [`    and ${breaks.length - shownBreakCountMax} more`] : []),
  ].join('\n')
}

/**
 * Three commands to paste into a shell. They stop at the first failure and show its problem: with `-S` curl says why it
 * cannot connect, with `--fail-with-body` it prints the body of an error.
 */
export function formatCommands(origin: string, key: string, runId: string | undefined): string {
  const curl = `curl -sS --fail-with-body -w '\\n' -H 'X-API-Key: ${key}'`
  const [source, target] = runId === undefined ? ['demo-bank', 'demo-ledger'] : ['bank:main', 'ledger']
  const request = JSON.stringify({ name: 'Mine', sourceAdapter: source, targetAdapter: target, rules: [] })
  const read = runId === undefined ? 'datasets' : `runs/${runId}/results?view=breaks`
  return [
    `${curl} '${origin}/api/v1/${read}'`,
    `${curl} '${origin}/api/v1/runs?limit=5'`,
    `${curl} -H 'Content-Type: application/json' -d '${request}' '${origin}/api/v1/runs'`,
  ].join(' &&\n')
}

function sideLine(
  recordCount: number,
  { matched, open, netted = 0 }: NonNullable<RunRecord['summary']>['source'],
): string {
  const excludedCount = recordCount - matched - open - netted
  return `${recordCount} records: ${matched} matched, ${open} open, ${excludedCount} excluded`
}

/** The rows add up: bank matched + accepted + turned = ledger matched. */
function amountTable({ amounts, turned }: NonNullable<RunRecord['summary']>): readonly string[] {
  const rowOf = (currency: string, cells: readonly string[]): string =>
    `  ${currency.padEnd(5)}${cells.map((cell) => cell.padStart(16)).join('')}`
  return [
    rowOf('', ['bank matched', 'accepted', 'turned', 'ledger matched', 'bank open', 'ledger open']),
    ...Object.entries(amounts).map(([currency, { sourceMatched, targetMatched, sourceOpen, targetOpen }]) => {
      const turnedAmount = new Map(Object.entries(turned)).get(currency) ?? '0'
      const accepted = difference(turnedAmount, difference(sourceMatched, targetMatched))
      return rowOf(currency, [sourceMatched, accepted, turnedAmount, targetMatched, sourceOpen, targetOpen])
    }),
  ]
}

/** The exact difference `to` − `from`. */
function difference(from: string, to: string): string {
  const [start, end] = [parseDecimal(from), parseDecimal(to)]
  if (!start || !end) throw new Error(`The service answered with ${from} and ${to}, wanted decimals`)
  return formatDecimal(subtractDecimals(end, start))
}

function breakLine(found: ResultBreak): string {
  const ids = [found.source_transaction_ids, found.target_transaction_ids]
    .filter((side) => side.length > 0)
    .map((side) => side.join(', '))
    .join(' / ')
  const details = [
    found.difference === undefined ? [] : [`difference ${found.difference}`],
    found.days === undefined ? [] : [`${found.days} days`],
  ].flat()
  return [found.reason.padEnd(18), ids, ...details].join('  ')
}

function percent(rate: string): string {
  return `${(Number(rate) * 100).toFixed(2)} %`
}
