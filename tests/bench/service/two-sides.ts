import type { RuleInput } from '@tallystick/engine/rules'
import { createRandom } from '../random.ts'

/** Two sides of a reconciliation as CSV exports, made from a seed, and how many matches a right answer has. */
export interface TwoSides {
  readonly source: string
  readonly target: string
  readonly matchCount: number
}

/** The rules that find every match of the two sides, as a run takes them. */
export const rulesOfSides: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
  {
    id: 'cents',
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }, { field: 'currency' }],
    variance: 'rounding',
  },
  {
    id: 'late',
    match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: { before: 0, after: 1 } }],
  },
]

/**
 * Makes `recordCount` records a side: of every hundred, 90 are equal, 4 are off by cents, 4 are booked a day late
 * without a reference, and 2 are missing on the other side. The same seed gives the same bytes.
 */
export function makeTwoSides(recordCount: number, seed: number): TwoSides {
  const { fraction: random } = createRandom(seed)
  const source = ['id,date,reference,description,counterparty,amount,currency']
  const target = [...source]
  let matchCount = 0
  for (let index = 0; index < recordCount; index++) {
    // Amounts are distinct by their last seven digits, so that a record without a reference has one counterpart.
    const cents = Math.floor(random() * 900) * 10_000_000 + index * 100 + 1000
    const day = 1 + Math.floor(random() * 27)
    const name = `Customer ${Math.floor(random() * 2000)}`
    const row = (id: string, cells: { day: number; reference: string; cents: number }) =>
      `${id},2026-03-${String(cells.day).padStart(2, '0')},${cells.reference},Payment ${index},${name},${cells.cents / 100},EUR`
    const kind = index % 100
    const reference = `INV-${String(index).padStart(7, '0')}`
    const late = kind >= 94 && kind < 98
    const missing = kind >= 98
    source.push(row(`s${index}`, { day, reference: late ? '' : reference, cents }))
    target.push(
      row(`t${index}`, {
        day: late ? day + 1 : day,
        reference: late ? '' : missing ? `${reference}X` : reference,
        cents: kind >= 90 && kind < 94 ? cents + 3 : missing ? cents + 5_000_000 : cents,
      }),
    )
    if (!missing) matchCount++
  }
  return { source: `${source.join('\n')}\n`, target: `${target.join('\n')}\n`, matchCount }
}
