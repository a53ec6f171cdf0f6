import { indexIds } from '@tallystick/audit/report/id-index'
import type { Column, Row, Sheet } from '@tallystick/audit/workbook/sheet'
import { at, numberAt } from '@tallystick/engine/base'
import { originIdsOf, type Side } from '@tallystick/engine/record'
import { describePolicy } from '@tallystick/engine/rules'
import type { OpenRun } from './open-run-lines.ts'

/** What people who work through a result need in a workbook, beside the sheets of the report. */

const sides = ['source', 'target'] as const

const text = (title: string, width: number): Column => ({ title, kind: 'text', width })
const lineColumns = sides.map((side): Column => ({ title: `${side} line`, kind: 'count', width: 12 }))
/** Empty, to be filled in by people. */
const decisionColumns = [text('owner', 16), text('decision', 18), text('note', 40)]

/** A sheet of records with the line of each in its file; breaks with columns for those who decide about them. */
export function withWorkColumns(sheet: Sheet, openRun: Pick<OpenRun, 'sides'>): Sheet {
  const places = sides.map((side) => sheet.columns.findIndex(({ title }) => title === `${side} id`))
  if (places.includes(-1)) return sheet
  const lineOf = { source: lineFinder(openRun, 'source'), target: lineFinder(openRun, 'target') }
  const own = sheet.name === 'Breaks' ? decisionColumns : []
  const empty = own.map(() => null)
  async function* rows(): AsyncGenerator<Row> {
    for await (const row of sheet.rows)
      yield [...row, ...sides.map((side, index) => lineOf[side](at(row, at(places, index)))), ...empty]
  }
  return { ...sheet, columns: [...sheet.columns, ...lineColumns, ...own], rows: rows() }
}

/** Null for an empty cell, and for a record that is in no file. */
function lineFinder({ sides: all }: Pick<OpenRun, 'sides'>, side: Side): (id: string | null) => string | null {
  const { table, lines } = all[side]
  const rowOf = indexIds(table)
  return (id) => {
    const row = id === null ? undefined : [id, ...originIdsOf(id)].map(rowOf).find((each) => each !== undefined)
    return row === undefined ? null : String(numberAt(lines, row))
  }
}

export const rulesSheet = ({ policy }: Pick<OpenRun, 'policy'>): Sheet => ({
  name: 'Rules',
  columns: [text('rule', 22), text('name', 32), text('asks', 100)],
  rows: describePolicy(policy).map(({ rule, name, sentences }) => [rule, name, sentences.join(' ')]),
})

/** The balances that statements of the files name; no sheet without statements. */
export function balanceSheets({ statements }: Pick<OpenRun, 'statements'>): readonly Sheet[] {
  const rows = sides.flatMap((side) =>
    statements[side].map(
      ({ account, reference, currency, period, opening, closing, entryTotal, check, difference }) => [
        ...[side, account, reference, period.from, period.to, currency],
        ...[opening, entryTotal, closing, difference, check],
      ],
    ),
  )
  const amount = (title: string): Column => ({ title, kind: 'amount', currencyIn: 'currency', width: 18 })
  const columns = [
    ...[text('side', 10), text('account', 28), text('statement', 16)],
    ...(['from', 'to'] as const).map((title): Column => ({ title, kind: 'date', width: 14 })),
    ...[text('currency', 12), amount('opening'), amount('entries'), amount('closing'), amount('difference')],
    text('check', 12),
  ]
  return rows.length === 0 ? [] : [{ name: 'Balances', columns, rows }]
}
