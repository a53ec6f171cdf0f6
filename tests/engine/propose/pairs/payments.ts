import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'
import { type EventShares, eventsOf } from './events.ts'
import type { Business } from './names.ts'
import type { PairBook } from './pair-book.ts'

/** One business event that one record of each side stands for. */
export interface Payment {
  readonly business: Business
  readonly cents: number
  readonly day: number
  readonly number: number
}

/** How a kind makes payments and writes them on both sides. */
export interface PaymentBooks {
  readonly payment: () => Payment
  readonly source: (payment: Payment) => Draft
  /** A target that is not named lacks its reference. */
  readonly target: (payment: Payment, isNamed: boolean) => Draft
}

/** Fills both sides of a book with payments, noise, decoys and twins. */
export function fillPayments(
  { chance, book, size, shares }: { chance: Chance; book: PairBook; size: number; shares: EventShares },
  books: PaymentBooks,
): void {
  for (const event of eventsOf(chance, size, shares)) {
    const payment = books.payment()
    if (event === 'source') book.source(books.source(payment))
    else if (event === 'target') book.target(books.target(payment, !chance.chance(0.2)))
    else if (event === 'decoy') {
      const other = { ...books.payment(), cents: payment.cents, day: payment.day }
      book.source(books.source(payment))
      if (other.business !== payment.business) book.target(books.target(other, true))
    } else if (event === 'twins') {
      const [entry, line] = [books.source(payment), books.target(payment, true)]
      const twins = { source: [entry, { ...entry }], target: [line, { ...line }] }
      book.belong(twins.source.map(book.source), twins.target.map(book.target), 'any-pairing')
    } else {
      const off = event === 'cents' ? chance.pick([-2, -1, 1, 3]) : 0
      const line = books.target({ ...payment, cents: payment.cents + off }, event !== 'unnamed')
      book.belong([book.source(books.source(payment))], [book.target(line)])
    }
  }
}
