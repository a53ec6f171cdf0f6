import { at } from '@tallystick/engine/base'
import type { PeriodReport } from '@tallystick/schema/period-report'
import { groupedAmount } from '../base/amount.ts'
import { printable } from '../base/printable.ts'
import type { Column, Row } from '../workbook/sheet.ts'
import type { PeriodTable } from './period-tables.ts'
import { printedTables } from './printed-tables.ts'

/**
 * The report of a period as one HTML document for paper, A4 upright. It has no script and asks for nothing; texts are
 * escaped, shown with their controls, and kept from turning the direction of what stands around them.
 */
export function periodPage(report: PeriodReport): string {
  const [summary, ...tables] = printedTables(report)
  const title = [report.reconciliation, report.period.name].filter((each) => each !== null).join(' · ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy}">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${styles}</style>
</head>
<body>
<h1>${isolated(title)}</h1>
${summary === undefined ? '' : `<dl>\n${summary.rows.map(figureOf).join('')}</dl>\n`}${tables.map(tableOf).join('')}</body>
</html>
`
}

/** The policy under which the document is served, which its own styles need and nothing else. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'"

const figureOf = ([figure, value]: Row): string =>
  `<div><dt>${escaped(figure ?? '')}</dt><dd${isRoot(value) ? ' class="root"' : ''}>${isolated(value ?? '')}</dd></div>\n`

const isRoot = (value: string | null | undefined): boolean => /^[0-9a-f]{64}$/.test(value ?? '')

function tableOf({ name, columns, rows, strongRows = [] }: PeriodTable): string {
  const strong = new Set(strongRows)
  const currencyAt = columns.findIndex(({ title }) => title === 'currency')
  const heads = columns.map((column) => `<th scope="col"${classOf(column)}>${escaped(column.title)}</th>`)
  const lines = rows.map((row, position) => {
    const currency = currencyAt < 0 ? undefined : (at(row, currencyAt) ?? undefined)
    const cells = columns.map(
      (column, index) => `<td${classOf(column)}>${cellOf(column, at(row, index), currency)}</td>`,
    )
    return `<tr${strong.has(position) ? ' class="strong"' : ''}>${cells.join('')}</tr>\n`
  })
  return `<section>
<h2>${escaped(name)}</h2>
<table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('')}</tbody>
</table>
</section>
`
}

function classOf({ title, kind }: Column): string {
  if (kind === 'amount' || kind === 'count') return ' class="number"'
  if (rootTitles.includes(title)) return ' class="root"'
  return kind === 'date' || wordTitles.includes(title) ? ' class="word"' : ''
}

/** Columns of roots and public keys. */
const rootTitles: readonly string[] = ['root', 'who', 'by']

/** Columns of single words of ours, which are not broken. */
const wordTitles: readonly string[] = ['act', 'side', 'currency', 'state']

const cellOf = ({ kind }: Column, value: string | null, currency: string | undefined): string =>
  value === null ? '' : kind === 'amount' ? escaped(groupedAmount(value, currency)) : isolated(value)

const isolated = (text: string): string => (text === '' ? '' : `<bdi>${escaped(text)}</bdi>`)

const escaped = (text: string): string =>
  printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const styles = `
@page { size: A4; margin: 15mm 13mm 17mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #555 } }
* { box-sizing: border-box }
html { color: #17171c; background: #fff; font: 9pt/1.4 system-ui, "Liberation Sans", Arial, sans-serif }
body { max-width: 184mm; margin: 0 auto; padding: 8mm 0 }
h1 { font-size: 16pt; margin: 0 0 4mm; overflow-wrap: anywhere }
h2 { font-size: 10.5pt; margin: 7mm 0 1.5mm; break-after: avoid }
dl { margin: 0; display: grid; gap: 1mm }
dl div { display: grid; grid-template-columns: 38mm 1fr }
dt { color: #555 }
dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
thead { display: table-header-group }
tr { break-inside: avoid }
th { text-align: left; font-weight: 600; color: #555; border-bottom: 1px solid #888; vertical-align: bottom }
th, td { padding: 1mm 2.5mm 1mm 0 }
th:last-child, td:last-child { padding-right: 0 }
td { border-bottom: 1px solid #ddd; vertical-align: top; overflow-wrap: anywhere }
.word { white-space: nowrap }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td.root, dd.root { font: 7pt/1.5 ui-monospace, "Liberation Mono", monospace; overflow-wrap: anywhere }
.strong td { font-weight: 600 }
tr.strong:last-child td { border-bottom: 2px solid #17171c }
@media print { body { max-width: none; padding: 0 } }
`
