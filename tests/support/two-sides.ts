import type { CanonicalRecord } from '@tallystick/engine/record'

/** Two sides of records that belong together, and two that do not, as rules are proposed for. */

export interface TwoSides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

const names = ['Acme', 'Brook', 'Cedar', 'Dune', 'Elm', 'Fjord', 'Grove', 'Heath', 'Isle', 'Jade']

const two = (value: number): string => String(value).padStart(2, '0')

/** The id in the ledger of what has this id at the bank: their digits have nothing in common. */
export const ledgerIdOf = (id: string): string =>
  `E${[...id.slice(1)].map((digit) => 'QWERTZUIOP'.charAt(Number(digit))).join('')}`

/** Payments of a bank, and what a ledger has of them a day later, under the same reference written otherwise. */
export const relatedSides = (count: number): TwoSides => {
  const amountOf = (index: number): string => `${137 + ((index * 7919) % 4999)}.${two((index * 37) % 100)}`
  const dayOf = (index: number): string => two((index % 27) + 1)
  const numberOf = (index: number): string => String(40_000 + index * 13)
  return {
    source: Array.from({ length: count }, (_, index) => ({
      id: `b${index}`,
      amount: amountOf(index),
      currency: 'EUR',
      date: `2026-03-${dayOf(index)}`,
      reference: `INV-${numberOf(index)}`,
      counterparty: `${names[index % names.length]} Ltd`,
    })),
    // Every tenth payment is not booked yet.
    target: Array.from({ length: count }, (_, index) => ({
      id: ledgerIdOf(`b${index}`),
      amount: amountOf(index),
      currency: 'EUR',
      date: `2026-03-${two((index % 27) + 2)}`,
      reference: `inv ${numberOf(index)}`,
    })).filter((_, index) => index % 10 > 0),
  }
}

/** Wages of one year, and sales of another in another currency: no text, amount or day is on both sides. */
export const unrelatedSides = (count: number): TwoSides => ({
  source: Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    amount: `-${3_000 + index}.11`,
    currency: 'CHF',
    date: `2021-${two((index % 12) + 1)}-25`,
    description: `Wage ${index % 7}`,
  })),
  target: Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    amount: `${10 + ((index * 3) % 17)}.50`,
    currency: 'EUR',
    date: `2026-07-${two((index % 28) + 1)}`,
    description: `till ${names[index % names.length]}`,
  })),
})

/** The same records in an order that none of their fields has. */
export const shuffled = <Item>(items: readonly Item[]): readonly Item[] => {
  const rest = [...items]
  const mixed: Item[] = []
  for (let seed = 7; rest.length > 0; seed = (seed * 1103515245 + 12345) % 2 ** 31)
    mixed.push(...rest.splice(seed % rest.length, 1))
  return mixed
}
