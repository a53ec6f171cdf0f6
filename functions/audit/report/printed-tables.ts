import type { PeriodReport } from '@tallystick/schema/period-report'
import type { Column, Row } from '../workbook/sheet.ts'
import {
  adjustmentsTable,
  agesTable,
  codeOf,
  ownersTable,
  type PeriodTable,
  peopleTable,
  proofTables,
  rollForwardTable,
  rootsTable,
  setAsideTable,
  signoffsTable,
  summaryTable,
} from './period-tables.ts'

/** The tables of the report as a page or a terminal shows them, without tables and columns that are empty. */
export function printedTables(report: PeriodReport): readonly PeriodTable[] {
  const items = (name: string, state: PeriodReport['items'][number]['state']): PeriodTable =>
    itemsTable(
      name,
      report.items.filter((item) => item.state === state),
    )
  return [
    summaryTable(report),
    ...provenTables(report),
    signoffsTable(report),
    agesTable(report),
    ownersTable(report),
    adjustmentsTable(report),
    items('Undecided items', 'undecided'),
    items('Items carried on', 'carried'),
    items('Adjustments to be booked', 'accepted'),
    items('Withdrawn', 'withdrawn'),
    setAsideTable(report),
    peopleTable(report),
    decisionsTable(report),
    rootsTable(report),
  ]
    .filter(({ rows }) => rows.length > 0)
    .map(withoutEmptyColumns)
}

/** The proof of each currency and the roll-forward of each side. */
export const provenTables = (report: PeriodReport): readonly PeriodTable[] =>
  [...proofTables(report), rollForwardTable(report)].filter(({ rows }) => rows.length > 0).map(withoutEmptyColumns)

function withoutEmptyColumns({ columns, rows, ...table }: PeriodTable): PeriodTable {
  const isFilled = columns.map((_, position) => rows.some((row) => row[position] !== null && row[position] !== ''))
  // An amount is written with the digits of its currency, so that column stays.
  const isKept = (_: unknown, position: number): boolean =>
    isFilled[position] === true || columns[position]?.title === 'currency'
  return { ...table, columns: columns.filter(isKept), rows: rows.map((row) => row.filter(isKept)) }
}

const text = (title: string): Column => ({ title, kind: 'text' })

const itemsTable = (name: string, items: PeriodReport['items']): PeriodTable => ({
  name,
  columns: [
    { title: 'date', kind: 'date' },
    { title: 'days', kind: 'count' },
    text('item'),
    text('record'),
    text('label'),
    { title: 'until', kind: 'date' },
    text('why'),
    text('owner'),
    { title: 'amount', kind: 'amount', currencyIn: 'currency' },
    text('currency'),
  ],
  rows: items.map(
    ({ name: { side, id }, date, ageDays, amount, currency, ...item }): Row => [
      date,
      String(ageDays),
      `${side}:${id}`,
      [item.reference, item.counterparty, item.description].filter((each) => each !== null).join(' · '),
      item.label,
      item.isOverdue ? `${item.expected}, overdue` : item.expected,
      item.why,
      item.owner,
      amount,
      codeOf(currency),
    ],
  ),
})

/** How many items of a decision are named. */
const namedCountMax = 4

const decisionsTable = ({ decisions }: PeriodReport): PeriodTable => ({
  name: 'Decisions',
  columns: [text('time'), text('id'), text('decision'), text('of'), text('why'), text('state'), text('by')],
  rows: decisions.map(({ id, time, actor, kind, state, lapsed, items, label, amount, expected, reason, note }): Row => {
    const others = items.length - namedCountMax
    const until = expected === null ? null : `until ${expected}`
    return [
      time,
      id,
      [kind, label, amount].filter((each) => each !== null).join(' '),
      others > 1 ? `${items.slice(0, namedCountMax).join(' ')} and ${others} more` : items.join(' '),
      [reason, note, until].filter((each) => each !== null).join(' · '),
      lapsed === null ? state : `${state}: ${lapsed}`,
      actor,
    ]
  }),
})
