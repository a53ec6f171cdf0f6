import { groupedAmount } from '@tallystick/audit/base/amount'
import type { DatasetSummary, Statement, TakenColumns } from '@tallystick/engine/intake'
import { datasetWarningText } from '../dataset-warning-text.ts'
import { columnsText } from '../reconcile/side-lines.ts'
import { alignPoints, linesOf, padded, shortened } from '../reconcile/text-table.ts'
import { counted, jsonText, printable } from '../terminal.ts'

interface Inspection {
  readonly path: string
  readonly byteCount: number
  readonly format: string
  readonly encoding: string | null
  /** The columns that each field was read from; empty for a format without columns. */
  readonly columns: readonly TakenColumns[]
  readonly summary: DatasetSummary
  readonly firstRecords: readonly string[]
}

/** The most statements that are listed, since a file may have thousands. */
const shownStatementCountMax = 20

const recordLengthMax = 160

export function formatInspection(inspection: Inspection): string {
  const { summary, firstRecords } = inspection
  const blocks = [
    factLines(inspection),
    statementLines(summary.statements),
    firstRecords.length === 0
      ? []
      : ['first records', ...firstRecords.map((line) => `  ${shortened(printable(line), recordLengthMax)}`)],
    summary.warnings.map((warning) => `warning: ${printable(datasetWarningText(warning))}`),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

export const formatInspectionJson = ({ firstRecords, ...inspection }: Inspection): string =>
  jsonText({ ...inspection, isReadable: true, firstRecords: firstRecords.map((line) => JSON.parse(line)) })

function factLines({ path, byteCount, format, encoding, columns, summary }: Inspection): readonly string[] {
  const facts = [
    ['file', `${printable(path)}, ${byteCount.toLocaleString('en-US')} bytes`],
    ['format', format],
    ['encoding', encoding ?? ''],
    ['records', counted(summary.recordCount, 'record')],
    ['period', periodText(summary.period)],
    ['totals', totalsText(summary.totals)],
    ['accounts', accountsText(summary.statements)],
    ['columns', columnsText(columns)],
  ].filter(([, value]) => value !== '')
  const names = padded(facts.map(([name = '']) => name))
  return facts.map(([, value = ''], index) => `${names[index]}  ${value}`)
}

const periodText = ({ from, to }: Statement['period']): string =>
  from === null && to === null ? '' : from === to ? `${from}` : `${from ?? '…'} to ${to ?? '…'}`

const totalsText = (totals: DatasetSummary['totals']): string =>
  Object.entries(totals)
    .map(([currency, total]) => `${groupedAmount(total, currency)} ${currency}`)
    .join(', ')

function accountsText(statements: readonly Statement[]): string {
  const accounts = [...new Set(statements.flatMap(({ account }) => (account === null ? [] : [printable(account)])))]
  const shown = accounts.slice(0, 3).join(', ')
  return accounts.length <= 3 ? shown : `${shown} and ${accounts.length - 3} more`
}

/** A line for each statement, with its balances and whether they add up. */
function statementLines(statements: readonly Statement[]): readonly string[] {
  if (statements.length === 0) return []
  const shown = statements.slice(0, shownStatementCountMax)
  const amounts = (of: (statement: Statement) => string | null): readonly string[] =>
    padded(alignPoints(shown.map((each) => amountText(of(each), each.currency))), 'left')
  const columns = [
    padded(shown.map(({ account }) => printable(account ?? '-'))),
    padded(shown.map(({ reference }) => printable(reference ?? '-'))),
    padded(shown.map(({ period }) => periodText(period) || '-')),
    amounts(({ opening }) => opening),
    amounts(({ entryTotal }) => entryTotal),
    amounts(({ closing }) => closing),
    padded(shown.map(({ currency }) => currency ?? '')),
    shown.map(checkText),
  ]
  const hiddenCount = statements.length - shown.length
  return [
    'statements: account, reference, period, opening balance, entries, closing balance',
    ...linesOf(columns, '  ').map((line) => `  ${line}`.trimEnd()),
    ...(hiddenCount === 0 ? [] : [`  and ${hiddenCount} more`]),
  ]
}

const amountText = (amount: string | null, currency: string | null): string =>
  amount === null ? '-' : groupedAmount(amount, currency ?? undefined)

const checkText = ({ check, difference, currency }: Statement): string =>
  check === 'mismatch'
    ? `does not add up: the closing balance differs by ${amountText(difference, currency)}`
    : check === 'balanced'
      ? 'adds up'
      : 'not checked'
