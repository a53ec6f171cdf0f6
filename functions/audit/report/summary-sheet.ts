import { noCurrency } from '@tallystick/engine/base'
import type { ResultLine, TotalsLine } from '@tallystick/engine/result'
import type { Column, Row, Sheet } from '../workbook/sheet.ts'
import type { ReportContent } from './report-content.ts'

const columns: readonly Column[] = [
  { title: 'figure', kind: 'text', width: 30 },
  { title: 'currency', kind: 'text', width: 12 },
  { title: 'source', kind: 'amount', currencyIn: 'currency', width: 24 },
  { title: 'target', kind: 'amount', currencyIn: 'currency', width: 24 },
  { title: 'run', kind: 'amount', currencyIn: 'currency', width: 24 },
]

/**
 * The summary of a reconciliation: figures with a column for each side, and the hashes by which the result can be
 * checked.
 */
export const summarySheet = (content: ReportContent): Sheet => ({
  name: 'Summary',
  columns,
  rows: [...countRows(content), ...amountRows(content), ...checkRows(content)],
})

const sideRow = (figure: string, source: string | number, target: string | number): Row => [
  figure,
  null,
  String(source),
  String(target),
  null,
]

const runRow = (figure: string, value: string | number): Row => [figure, null, null, null, String(value)]

function countRows({
  outcome: { summary, passes },
  sides: { source, target },
  residuals,
}: ReportContent): readonly Row[] {
  const residualCount = (side: 'source' | 'target') => residuals.filter((residual) => residual.side === side).length
  const excluded = (side: 'excludedSource' | 'excludedTarget') => passes.reduce((sum, pass) => sum + pass[side], 0)
  return [
    sideRow('file', lastSegmentOf(source.path), lastSegmentOf(target.path)),
    sideRow('records', source.summary.recordCount, target.summary.recordCount),
    sideRow('left over by matches', residualCount('source'), residualCount('target')),
    sideRow('matched', summary.source.matched, summary.target.matched),
    sideRow('open', summary.source.open, summary.target.open),
    sideRow('excluded', excluded('excludedSource'), excluded('excludedTarget')),
    sideRow('netted', summary.source.netted, summary.target.netted),
    runRow('matches', summary.matchCount),
    ...Object.entries(summary.confidence).map(([level, count]) => runRow(`matches, ${level}`, count)),
    runRow('match rate', summary.matchRate),
    runRow('suggestions', summary.suggestionCount),
    runRow('breaks', summary.breakCount),
    ...Object.entries(summary.breaks).map(([reason, count]) => runRow(`breaks, ${reason}`, count)),
  ]
}

const amountNames = ['total', 'matched', 'open', 'excluded', 'netted'] as const

function amountRows({ outcome }: ReportContent): readonly Row[] {
  const totals: TotalsLine = lineOf(outcome, 'totals')
  const currencies = [...new Set([...Object.keys(totals.source), ...Object.keys(totals.target)])].sort()
  const bySide = currencies.flatMap((currency) =>
    amountNames.map((name): Row => {
      const amountOf = (side: 'source' | 'target') => totals[side][currency]?.[name] ?? '0'
      return [`${name} amount`, codeOf(currency), amountOf('source'), amountOf('target'), null]
    }),
  )
  const accepted = Object.entries(totals.accepted).flatMap(([currency, sums]) =>
    Object.entries(sums).map(([label, amount]) => acceptedRow(label, currency, amount)),
  )
  const exchanged = Object.entries(totals.fx).map(([currency, amount]) =>
    acceptedRow('after conversion', currency, amount),
  )
  const turned = Object.entries(totals.turned).map(([currency, amount]) =>
    betweenRow('turned, by a changed sign', currency, amount),
  )
  return [...bySide, ...accepted, ...exchanged, ...turned]
}

const acceptedRow = (label: string, currency: string, amount: string): Row =>
  betweenRow(`accepted, ${label}`, currency, amount)

const betweenRow = (figure: string, currency: string, amount: string): Row => [
  figure,
  codeOf(currency),
  null,
  null,
  amount,
]

const codeOf = (currency: string): string | null => (currency === noCurrency ? null : currency)

function checkRows({ outcome, rules }: ReportContent): readonly Row[] {
  const header: Extract<ResultLine, { kind: 'tallystick/result@1' }> = lineOf(outcome, 'header')
  return [
    sideRow('root', header.source.root, header.target.root),
    runRow('result root', outcome.resultRoot),
    runRow('result lines', outcome.leafCount),
    ...(rules === undefined ? [] : [runRow('rules', lastSegmentOf(rules))]),
    runRow('policy hash', header.policy),
    runRow('engine', header.engine),
  ]
}

/** `march/bank.csv` → `bank.csv`. */
const lastSegmentOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function lineOf<Line>({ chunks }: ReportContent['outcome'], view: 'header' | 'totals'): Line {
  const chunk = chunks.find((each) => each.view === view)
  if (chunk === undefined) throw new Error(`A result has no ${view}`)
  return JSON.parse(chunk.text)
}
