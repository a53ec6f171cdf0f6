import { noCurrency } from '@tallystick/engine/base'
import type { PeriodReport } from '@tallystick/schema/period-report'
import type { Column, Row, Sheet } from '../workbook/sheet.ts'
import { actsText, isBalanceRow, proofRowText, signoffTexts, statementFaultTexts, stateTexts } from './period-words.ts'

/** A part of the report of a period as a table, which every form shows. */
export interface PeriodTable extends Sheet {
  readonly rows: readonly Row[]
  /** The positions of rows that are balances or what they leave. */
  readonly strongRows?: readonly number[]
}

const text = (title: string, width: number): Column => ({ title, kind: 'text', width })
const count = (title: string): Column => ({ title, kind: 'count' })
const amount = (title: string): Column => ({ title, kind: 'amount', currencyIn: 'currency', width: 18 })
const currency = text('currency', 12)

export const summaryTable = (report: PeriodReport): PeriodTable => ({
  name: 'Period',
  columns: [text('figure', 24), text('value', 70)],
  rows: [
    ...(report.reconciliation === null ? [] : [['reconciliation', report.reconciliation]]),
    ['period', report.period.name],
    ['days', `${report.period.first} to ${report.period.last}`],
    ['state', stateTexts[report.state]],
    ['edition', String(report.edition)],
    ['statement', report.isTurned ? `${report.statement}, signs of the other side turned` : report.statement],
    ['root', report.roots.at(0)?.root ?? null],
    ['engine', report.engine],
    ...report.faults.map((fault): Row => ['before it can be submitted', fault]),
  ],
})

/** The proof of each currency, whose amounts are in the signs of the statement. */
export const proofTables = ({ proofs }: PeriodReport): readonly PeriodTable[] =>
  proofs.map((proof) => ({
    name: `Proof of balances ${proof.currency}`,
    columns: [text('line', 46), count('items'), amount('amount'), currency, text('reason', 40)],
    rows: proof.rows.map((row) => [
      proofRowText(row),
      row.count === undefined ? null : String(row.count),
      row.amount,
      codeOf(proof.currency),
      row.what === 'unexplained' ? proof.reason : null,
    ]),
    strongRows: proof.rows.flatMap((row, position) => (isBalanceRow(row) ? [position] : [])),
  }))

export const rollForwardTable = ({ rollForward }: PeriodReport): PeriodTable => ({
  name: 'Roll-forward',
  columns: [
    text('side', 10),
    currency,
    amount('opening'),
    amount('read'),
    amount('closing'),
    amount('difference'),
    text('statements', 60),
  ],
  rows: rollForward.map(({ side, currency: code, opening, read, closing, difference, faults }) => [
    side,
    codeOf(code),
    opening,
    read,
    closing,
    difference,
    faults
      .map(
        ({ code: fault, statement, expected, actual }) =>
          `${statement} ${statementFaultTexts[fault]}: expected ${expected}, found ${actual}`,
      )
      .join('; '),
  ]),
})

export const agesTable = ({ ages }: PeriodReport): PeriodTable => ({
  name: 'Open items by age',
  columns: [text('side', 10), text('days', 12), count('items'), amount('amount'), currency],
  rows: ages.map(({ side, age, count: items, amount: sum, currency: code }) => [
    side,
    age,
    String(items),
    sum,
    codeOf(code),
  ]),
})

export const ownersTable = ({ owners }: PeriodReport): PeriodTable => ({
  name: 'Open items by owner',
  columns: [text('owner', 24), text('side', 10), count('items'), count('oldest, days'), amount('amount'), currency],
  rows: owners.map(({ owner, side, count: items, oldestDays, amount: sum, currency: code }) => [
    owner ?? 'nobody',
    side,
    String(items),
    String(oldestDays),
    sum,
    codeOf(code),
  ]),
})

export const adjustmentsTable = ({ adjustments }: PeriodReport): PeriodTable => ({
  name: 'Adjustments by label',
  columns: [text('label', 24), text('side', 10), count('items'), amount('amount'), currency],
  rows: adjustments.map(({ label, side, count: items, amount: sum, currency: code }) => [
    label,
    side,
    String(items),
    sum,
    codeOf(code),
  ]),
})

export const setAsideTable = ({ setAside }: PeriodReport): PeriodTable => ({
  name: 'Set aside',
  columns: [text('state', 12), text('side', 10), count('items'), amount('amount'), currency],
  rows: setAside.map(({ state, side, count: items, amount: sum, currency: code }) => [
    state,
    side,
    String(items),
    sum,
    codeOf(code),
  ]),
})

export const peopleTable = ({ people }: PeriodReport): PeriodTable => ({
  name: 'Who did what',
  columns: [text('who', 46), text('name', 24), text('first', 26), text('last', 26), text('did', 40)],
  rows: people.map(({ actor, name, first, last, acts }) => [actor, name, first, last, actsText(acts)]),
})

export const signoffsTable = ({ signoffs }: PeriodReport): PeriodTable => ({
  name: 'Sign-off',
  columns: [text('act', 12), text('name', 24), text('time', 26), text('by', 46), text('root', 66), text('reason', 40)],
  rows: signoffs.map(({ act, name, time, actor, root, reason }) => [
    signoffTexts[act],
    name,
    time,
    actor,
    root,
    reason,
  ]),
})

export const rootsTable = ({ roots }: PeriodReport): PeriodTable => ({
  name: 'Roots',
  columns: [text('of', 24), text('root', 66)],
  rows: roots.map(({ of, root }) => [of, root]),
})

/** Null for records without a currency. */
export const codeOf = (code: string): string | null => (code === noCurrency ? null : code)
