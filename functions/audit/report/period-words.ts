import type { PeriodReport } from '@tallystick/schema/period-report'

/** The words in which every form of the report of a period says the same. */

type ProofRow = PeriodReport['proofs'][number]['rows'][number]
type StatementFault = PeriodReport['rollForward'][number]['faults'][number]

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

export function proofRowText({ what, side, label }: ProofRow): string {
  const text = label === undefined ? rowTexts[what] : `${rowTexts[what]}: ${label}`
  return side === undefined ? text : `${text} (${side})`
}

/** Rows that are balances or what they leave, not parts of the explanation. */
export const isBalanceRow = ({ what }: ProofRow): boolean =>
  what === 'statement' || what === 'computed' || what === 'books' || what === 'unexplained'

export const statementFaultTexts: { readonly [code in StatementFault['code']]: string } = {
  does_not_add_up: 'does not add up to its closing balance',
  days_missing: 'begins after days that no statement has',
  days_twice: 'has days that another statement has',
  opening_differs: 'begins with another balance',
  closing_differs: 'ends with another balance',
}

export const stateTexts: { readonly [state in PeriodReport['state']]: string } = {
  open: 'open: not signed yet',
  submitted: 'submitted: waits for an approval',
  closed: 'closed',
}

export const signoffTexts: { readonly [act in PeriodReport['signoffs'][number]['act']]: string } = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  reopen: 'reopened',
}

/** `accept 3, carry 1`. */
export const actsText = (acts: PeriodReport['people'][number]['acts']): string =>
  acts.map(({ act, count }) => `${act.replaceAll('_', ' ')} ${count}`).join(', ')
