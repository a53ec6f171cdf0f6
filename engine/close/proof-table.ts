import { addDecimals, formatDecimal, zero } from '../base/decimal.ts'
import type { Side } from '../record/side.ts'
import { decimalOf, times } from './currency-sums.ts'
import { factorOf, type PeriodTerms, turnOf } from './period-terms.ts'
import type { BalanceProof, ItemSum } from './proof.ts'

export const proofRowKinds = [
  'statement',
  'not_in_books',
  'not_on_statement',
  'residuals',
  'adjustments',
  'excluded',
  'exchanged',
  'computed',
  'books',
  'unexplained',
] as const

/** A row of the proof of balances as accountants write it: from the balance by the statement to that by the books. */
export interface ProofRow {
  readonly what: (typeof proofRowKinds)[number]
  readonly side?: Side
  readonly label?: string
  readonly count?: number
  /** In the signs of the statement. */
  readonly amount: string
}

/**
 * The rows of one currency. Those after the first add up to `computed`; `unexplained` is by how much that differs from the
 * balance by the books. Rows of nothing are left out.
 */
export function proofTable(terms: PeriodTerms, proof: BalanceProof): readonly ProofRow[] {
  const books: Side = terms.statement === 'source' ? 'target' : 'source'
  const own = factorOf(terms, terms.statement)
  // What is on one side alone is taken from its side's balance.
  const taken = (side: Side, amount: string): string =>
    formatDecimal(times(own, times(factorOf(terms, side) === 1 ? -1 : 1, decimalOf(amount))))
  const sumRow = (what: ProofRow['what'], side: Side, { count, amount }: ItemSum): ProofRow => ({
    what,
    side,
    count,
    amount: taken(side, amount),
  })
  const explained: readonly ProofRow[] = [
    sumRow('not_in_books', terms.statement, proof.notInOther[terms.statement]),
    sumRow('not_on_statement', books, proof.notInOther[books]),
    sumRow('residuals', terms.statement, proof.residuals[terms.statement]),
    sumRow('residuals', books, proof.residuals[books]),
    ...proof.adjustments.map(({ side, label, ...sum }) => ({ ...sumRow('adjustments', side, sum), label })),
    { what: 'excluded', side: terms.statement, amount: taken(terms.statement, proof.excluded[terms.statement]) },
    { what: 'excluded', side: books, amount: taken(books, proof.excluded[books]) },
    { what: 'exchanged', amount: formatDecimal(times(own, times(-1, decimalOf(proof.exchanged)))) },
  ]
  const statement = proof.closing[terms.statement]
  const computed = [statement, ...explained.map(({ amount }) => amount)].map(decimalOf).reduce(addDecimals, zero)
  return [
    { what: 'statement', side: terms.statement, amount: statement },
    ...explained.filter(({ count = 0, amount }) => count > 0 || amount !== '0'),
    { what: 'computed', amount: formatDecimal(computed) },
    { what: 'books', side: books, amount: formatDecimal(times(turnOf(terms), decimalOf(proof.closing[books]))) },
    { what: 'unexplained', amount: formatDecimal(times(own, decimalOf(proof.unexplained))) },
  ]
}
