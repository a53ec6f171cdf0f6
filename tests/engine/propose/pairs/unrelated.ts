import { base32, scramble } from '../../../bench/random.ts'
import { type Chance, createChance } from './chance.ts'
import { dateText } from './days.ts'
import type { Draft } from './draft.ts'
import { type PairGenerator, sizeUsual } from './generated-pair.ts'
import { moneyText } from './money.ts'
import { businessesOf } from './names.ts'
import { createPairBook } from './pair-book.ts'
import { unrelatedHalves } from './unrelated-halves.ts'

/** Sides that have nothing to do with each other, though much of them agrees by chance. */

/** Draws a row of a side from its position, from 0. */
type RowOf = (position: number) => Draft

/** Two sides whose rows know nothing of each other; `make` draws what both have in common. */
const unrelated =
  (
    name: string,
    make: (chance: Chance, size: number) => { readonly source: RowOf; readonly target: RowOf },
  ): PairGenerator =>
  (seed, size = sizeUsual) => {
    const chance = createChance(name, seed)
    const book = createPairBook(chance)
    const rows = make(chance, size)
    for (let position = 0; position < size; position += 1) book.source(rows.source(position))
    const count = Math.round(size * chance.share(0.8, 1.1))
    for (let position = 0; position < count; position += 1) book.target(rows.target(position))
    return book.finish({ rules: [], layout: { unrelated: name } })
  }

const firstDay = 20_454
const day = (chance: Chance, from = 0, count = 90): string => dateText(firstDay + from + chance.between(0, count - 1))
const anyCents = (chance: Chance): number => chance.between(500, chance.pick([20_000, 200_000, 900_000]))
const base = (cents: number, date: string): Draft => ({ amount: moneyText(cents), currency: 'EUR', date })
const pricesOf = (chance: Chance, count: number): readonly number[] =>
  Array.from({ length: count }, () => 100 * chance.between(5, 300) - 1)
const bothBy = (row: RowOf): { readonly source: RowOf; readonly target: RowOf } => ({ source: row, target: row })

/** Pairs of which nothing belongs together. */
export const unrelatedPairs = {
  'two books that count from one': unrelated('two books', (chance, size) => {
    const prices = pricesOf(chance, 12)
    const [ours, theirs] = [businessesOf(chance, size / 6), businessesOf(chance, size / 7)]
    const rowOf =
      (customers: typeof ours): RowOf =>
      (position) => ({
        ...base(
          chance.chance(0.6) ? chance.of(prices) : anyCents(chance),
          dateText(firstDay + Math.floor((90 * position) / size)),
        ),
        reference: `INV-${String(position + 1).padStart(5, '0')}`,
        counterparty: chance.of(customers).name,
      })
    return { source: rowOf(ours), target: rowOf(theirs) }
  }),
  'one bank, two periods': unrelated('two periods', (chance, size) => {
    const payers = businessesOf(chance, size / 5).map((business) => ({ ...business, cents: anyCents(chance) }))
    const rowOf =
      (from: number): RowOf =>
      () => {
        const payer = chance.of(payers)
        const cents = chance.chance(0.7) ? payer.cents : anyCents(chance)
        return { ...base(cents, day(chance, from, 85)), counterparty: payer.name, description: `Rent ${payer.number}` }
      }
    return { source: rowOf(0), target: rowOf(181) }
  }),
  'invoice numbers that collide': unrelated('colliding numbers', (chance) => {
    const [ours, theirs] = [chance.between(100, 400), chance.between(100, 400)]
    return {
      source: (position) => ({
        ...base(anyCents(chance), day(chance)),
        reference: `INV-2026-${String(ours + position).padStart(5, '0')}`,
      }),
      target: (position) => ({ ...base(anyCents(chance), day(chance)), reference: `inv ${theirs + position}` }),
    }
  }),
  'row numbers': unrelated('row numbers', (chance) =>
    bothBy((position) => ({
      ...base(anyCents(chance), day(chance)),
      id: String(position + 1),
      'attributes.line': String(position + 1),
      reference: base32(Math.floor(chance.fraction() * 2 ** 32)),
    })),
  ),
  'one amount': unrelated('one amount', (chance) => {
    const cents = chance.pick([999, 4_900, 10_000])
    const codeOf =
      (salt: number): RowOf =>
      (position) => ({ ...base(cents, day(chance)), reference: base32(scramble(position + salt)) })
    return { source: codeOf(0), target: codeOf(50_000_000) }
  }),
  'few amounts on the same days': unrelated('few amounts', (chance, size) => {
    const prices = pricesOf(chance, 8)
    const rowOf =
      (sellers: ReturnType<typeof businessesOf>): RowOf =>
      () => ({ ...base(chance.of(prices), day(chance, 0, 30)), counterparty: chance.of(sellers).name })
    return { source: rowOf(businessesOf(chance, size / 4)), target: rowOf(businessesOf(chance, size / 4)) }
  }),
  'the same customers': unrelated('same customers', (chance, size) => {
    const customers = businessesOf(chance, size / 8)
    const rowOf =
      (prefix: string): RowOf =>
      (position) => {
        const customer = chance.of(customers)
        return {
          ...base(anyCents(chance), day(chance)),
          reference: `${prefix}${1_000 + position}`,
          counterparty: customer.name,
          'attributes.customerNo': customer.number,
        }
      }
    return { source: rowOf('Q-'), target: rowOf('CN-') }
  }),
  'the same customers and amounts': unrelated('customers and amounts', (chance, size) => {
    const customers = businessesOf(chance, size / 10)
    const prices = pricesOf(chance, 5)
    return bothBy(() => {
      const customer = chance.of(customers)
      return { ...base(chance.of(prices), day(chance)), account: customer.number, type: chance.pick(['fee', 'sale']) }
    })
  }),
  'stores and days': unrelated('stores', (chance) =>
    bothBy(() => ({
      ...base(anyCents(chance), day(chance, 0, 30)),
      'attributes.store': String(chance.between(1, 9)),
      'attributes.clerk': chance.pick(['anna', 'tom', 'mei']),
    })),
  ),
  'nothing but amounts': unrelated('amounts', (chance) => bothBy(() => base(chance.between(100, 9_900), day(chance)))),
  'dollars and euros': unrelated('currencies', (chance) => {
    const rowOf =
      (currency: string, salt: number): RowOf =>
      (position) => ({ ...base(anyCents(chance), day(chance)), currency, reference: base32(scramble(position + salt)) })
    return { source: rowOf('USD', 0), target: rowOf('EUR', 10_000_000) }
  }),
  ...unrelatedHalves,
} satisfies { readonly [name: string]: PairGenerator }
