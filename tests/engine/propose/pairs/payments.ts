import { type Chance, createChance } from './chance.ts'
import type { Draft } from './draft.ts'
import { type Event, type EventShares, eventsOf } from './events.ts'
import { type GeneratedPair, type PairGenerator, sizeUsual } from './generated-pair.ts'
import type { Business } from './names.ts'
import { createPairBook, type PairBook } from './pair-book.ts'

/** Kinds of pairs in which one record of each side stands for one business event, with few exceptions. */

export interface Payment {
  readonly business: Business
  readonly cents: number
  readonly day: number
  readonly number: number
}

/** How a side writes the reference, if at all. */
export type Naming = 'named' | 'unnamed' | 'typo'

/** What a seed has drawn: how payments are made and written on both sides, and the rules that find them. */
export interface PaymentBooks extends Pick<GeneratedPair, 'rules' | 'layout'> {
  readonly shares: EventShares
  readonly payment: () => Payment
  readonly source: (payment: Payment, naming: Naming) => Draft
  readonly target: (payment: Payment, naming: Naming) => Draft
  /** Whether the source may lack references as well. */
  readonly mayLackSource?: boolean
  /** The cents by which a payment of the event `off` differs; a few when left out. */
  readonly offBy?: (cents: number) => number
}

const apart = 25

/** Payments of which no business has two of one amount within weeks: where a reference is absent, nothing tells them apart. */
export function farApart(payment: () => Payment): () => Payment {
  const daysByPayment = new Map<string, number[]>()
  return () => {
    for (;;) {
      const next = payment()
      const key = `${next.cents} ${next.business.name}`
      const days = daysByPayment.get(key) ?? []
      if (days.some((day) => Math.abs(day - next.day) < apart)) continue
      daysByPayment.set(key, [...days, next.day])
      return next
    }
  }
}

/** A generator of pairs of payments; `draw` decides on the layout. */
export const paymentKind =
  (name: string, draw: (chance: Chance, size: number) => PaymentBooks): PairGenerator =>
  (seed, size = sizeUsual) => {
    const chance = createChance(name, seed)
    const book = createPairBook(chance)
    const books = draw(chance, size)
    const add = adderOf({ chance, book, books })
    for (const event of eventsOf(chance, size, books.shares)) add[event](books.payment())
    return book.finish(books)
  }

interface Adding {
  readonly chance: Chance
  readonly book: PairBook
  readonly books: PaymentBooks
}

/** What each event adds to both sides. */
function adderOf({ chance, book, books }: Adding): { readonly [event in Event]: (payment: Payment) => void } {
  const { offBy = () => chance.pick([-2, -1, 1, 3]) } = books
  const sourceOf = (payment: Payment): Draft => books.source(payment, 'named')
  const belong = (payment: Payment, target: Draft): void =>
    book.belong([book.source(sourceOf(payment))], [book.target(target)])
  const partsOf = (payment: Payment): Payment[] => cut(chance, payment.cents).map((cents) => ({ ...payment, cents }))
  const named = (payment: Payment): Draft => books.target(payment, 'named')
  const copies = (draft: Draft, count: number): Draft[] => Array.from({ length: count }, () => ({ ...draft }))
  const equals = (payment: Payment, sourceCount: number, targetCount: number): void => {
    const [sources, targets] = [copies(sourceOf(payment), sourceCount), copies(named(payment), targetCount)]
    book.belong(sources.map(book.source), targets.map(book.target), 'any-pairing')
  }
  return {
    both: (payment) => belong(payment, named(payment)),
    unnamed: (payment) => {
      const isOfSource = books.mayLackSource === true && chance.chance(0.2)
      const [ofSource, ofTarget]: [Naming, Naming] = isOfSource ? ['unnamed', 'named'] : ['named', 'unnamed']
      book.belong([book.source(books.source(payment, ofSource))], [book.target(books.target(payment, ofTarget))])
    },
    typo: (payment) => belong(payment, books.target(payment, 'typo')),
    off: (payment) => belong(payment, named({ ...payment, cents: payment.cents + offBy(payment.cents) })),
    source: (payment) => book.source(sourceOf(payment)),
    target: (payment) => book.target(books.target(payment, chance.chance(0.2) ? 'unnamed' : 'named')),
    decoy: (payment) => {
      const other = { ...books.payment(), cents: payment.cents, day: payment.day }
      book.source(sourceOf(payment))
      if (other.business !== payment.business) book.target(named(other))
    },
    twins: (payment) => equals(payment, 2, 2),
    duplicate: (payment) => (chance.chance(0.5) ? equals(payment, 2, 1) : equals(payment, 1, 2)),
    split: (payment) => {
      const targets = partsOf(payment).map((part) => book.target(named(part)))
      book.belong([book.source(sourceOf(payment))], targets)
    },
    joined: (payment) => {
      const sources = partsOf(payment).map((part) => book.source(sourceOf(part)))
      book.belong(sources, [book.target(named(payment))])
    },
  }
}

/** Two or three parts of an amount, all different. */
function cut(chance: Chance, cents: number): readonly number[] {
  const first = Math.trunc((cents * chance.between(30, 45)) / 100)
  if (chance.chance(0.6)) return [first, cents - first]
  const second = Math.trunc((cents * chance.between(20, 28)) / 100)
  return [first, second, cents - first - second]
}
