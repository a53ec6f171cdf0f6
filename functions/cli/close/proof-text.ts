import { groupedAmount } from '@tallystick/audit/base/amount'
import { type ProofRow, type ProvenPeriod, proofTable, type ReadPeriod } from '@tallystick/engine/close'
import { alignPoints, linesOf, padded } from '../reconcile/text-table.ts'
import { printable } from '../terminal.ts'

type Terms = ReadPeriod['terms']

/** The proof of balances of each currency, then the roll-forward of each side, ended by newlines. */
export function proofText(terms: Terms, { proof, rollForward }: ProvenPeriod): string {
  const blocks = proof.map((each) => [
    `proof of balances in ${each.currency}${terms.isTurned ? ', in the signs of the statement' : ''}`,
    ...tableOf(
      proofTable(terms, each).map((row) => ({
        text: rowText(row),
        count: row.count === undefined ? '' : String(row.count),
        amount: groupedAmount(row.amount, each.currency),
      })),
    ),
  ])
  return [...blocks, rollForwardLines(rollForward)].map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n')
}

const tableOf = (rows: readonly { readonly text: string; readonly count: string; readonly amount: string }[]) =>
  linesOf(
    [
      padded(rows.map(({ text }) => `  ${text}`)),
      padded(
        rows.map(({ count }) => count),
        'left',
      ),
      padded(alignPoints(rows.map(({ amount }) => amount)), 'left'),
    ],
    '   ',
  )

const rowTexts: { readonly [what in ProofRow['what']]: string } = {
  statement: 'balance by the statement',
  not_in_books: 'not yet in the books',
  not_on_statement: 'not yet on the statement',
  residuals: 'rests of part payments',
  adjustments: 'adjustments to book',
  excluded: 'excluded',
  exchanged: 'exchanged between currencies',
  computed: 'balance by the books, as computed',
  books: 'balance by the books',
  unexplained: 'unexplained',
}

function rowText({ what, side, label }: ProofRow): string {
  const text = label === undefined ? rowTexts[what] : `${rowTexts[what]}: ${printable(label)}`
  return side === undefined ? text : `${text} (${side})`
}

function rollForwardLines(rows: ProvenPeriod['rollForward']): readonly string[] {
  if (rows.length === 0) return []
  const cells = rows.map((row) => ({ ...row, amount: (amount: string) => groupedAmount(amount, row.currency) }))
  const amounts = (heading: string, name: 'opening' | 'read' | 'closing' | 'difference') =>
    padded(alignPoints([heading, ...cells.map((row) => row.amount(row[name]))]), 'left')
  const table = linesOf(
    [
      padded(['  roll-forward', ...rows.map(({ side, currency }) => `  ${side} ${currency}`)]),
      amounts('opening', 'opening'),
      amounts('read', 'read'),
      amounts('closing', 'closing'),
      amounts('difference', 'difference'),
    ],
    '   ',
  )
  const faults = rows.flatMap(({ side, currency, faults: own }) =>
    own.map(
      ({ code, statement, expected, actual }) =>
        `  ${side}: ${printable(statement)} ${faultTexts[code]}: expected ${groupedAmount(expected, currency)}, found ${groupedAmount(actual, currency)}`,
    ),
  )
  return [...table, ...faults]
}

const faultTexts = {
  does_not_add_up: 'does not add up to its closing balance',
  days_missing: 'begins after days that no statement has',
  days_twice: 'has days that another statement has',
  opening_differs: 'begins with another balance',
  closing_differs: 'ends with another balance',
}
