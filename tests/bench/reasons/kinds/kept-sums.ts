import { absent, clean, differs, either, misses, repeated } from '../cause.ts'
import type { Entry } from '../entry.ts'
import { type Event, firstOf, kindsOf } from '../trade.ts'

/** Slips, deposits, invoices, payouts and tills. */
export const keptSums = [
  ...kindsOf('slips', {
    'a receipt on the wrong slip': (event) => {
      const [right, wrong] = [event.deal(), event.deal()]
      const moved = firstOf(right.source)
      const cause = misses(moved.cents)
      for (const entry of right.source.slice(1)) event.source(entry, cause)
      const { attributes } = firstOf(wrong.source)
      for (const entry of [...wrong.source, { ...moved, ...(attributes && { attributes }) }]) event.source(entry, cause)
      for (const entry of [...right.target, ...wrong.target]) event.target(entry, cause)
    },
    'a deposit counted too high': (event) => over(event, event.chance.of([1_000, 2_000])),
  }),
  ...kindsOf('deposits', {
    'a deposit with a note too many': (event) => over(event, event.chance.of([2_000, 5_000])),
    'receipts in two deposits, the second short': (event) => {
      const { source, target } = event.deal()
      const [first, ...others] = source
      const cause = others.length === 1 ? either(misses(700), differs(['amount'], { by: [700] })) : misses(700)
      const apart = event.another()
      if (first !== undefined) {
        apart.source(first, clean)
        apart.target({ ...firstOf(target), cents: first.cents }, clean)
      }
      for (const entry of others) event.source(entry, cause)
      event.target({ ...firstOf(target), cents: sumOf(others) - 700 }, cause)
    },
    'receipts booked after their deposit': (event) => {
      const { source, target } = event.deal()
      for (const entry of source) event.source({ ...entry, day: firstOf(target).day + 4 }, differs(['date']))
      event.target(firstOf(target), differs(['date']))
    },
  }),
  ...kindsOf('invoices', {
    'a credit note taken off': (event) => {
      const { source, target } = event.deal()
      const [payment, invoice] = [firstOf(source), firstOf(target)]
      const off = Math.round(invoice.cents / 5)
      const cause = misses(off)
      event.source({ ...payment, cents: payment.cents - off }, cause)
      for (const entry of target) event.target(entry, cause)
      event.target({ ...invoice, cents: -off, reference: `CN-${event.number()}`, type: 'credit note' }, cause)
    },
    'an invoice paid twice': (event) => {
      const { source, target } = event.deal()
      for (const days of [0, 3]) event.source({ ...firstOf(source), day: firstOf(source).day + days }, repeated)
      for (const entry of target) event.target(entry, repeated)
    },
    'a bank charge taken off': (event) => {
      const { source, target } = event.deal()
      const cause = misses(1_250)
      event.source({ ...firstOf(source), cents: firstOf(source).cents - 1_250 }, cause)
      for (const entry of target) event.target(entry, cause)
    },
  }),
  ...kindsOf('payouts', {
    'a payout in another currency': (event) => {
      const { source, target } = event.deal()
      for (const entry of source) event.source(entry, differs(['currency']))
      event.target({ ...firstOf(target), currency: 'USD' }, differs(['currency']))
    },
    'the number of a payout cut off': (event) => {
      const { source, target } = event.deal()
      const cause = differs(['reference', 'attributes.payout'], { hints: ['truncated'] })
      for (const entry of source) event.source(entry, cause)
      event.target({ ...firstOf(target), reference: firstOf(target).reference?.slice(0, -2) ?? '' }, cause)
    },
    'the fee of a dispute': (event) => {
      const { source, target } = event.deal()
      for (const entry of source) event.source(entry, misses(1_500))
      event.target({ ...firstOf(target), cents: firstOf(target).cents - 1_500 }, misses(1_500))
    },
  }),
  ...kindsOf('tills', {
    'takings not banked': (event) => {
      for (const entry of event.deal().source) event.source(entry, absent)
    },
  }),
]

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { cents }) => sum + cents, 0)

/** A deal whose target is more than its source. */
function over(event: Event, more: number): void {
  const { source, target } = event.deal()
  for (const entry of source) event.source(entry, misses(more))
  event.target({ ...firstOf(target), cents: firstOf(target).cents + more }, misses(more))
}
