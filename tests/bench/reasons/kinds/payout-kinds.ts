import { absent, misses } from '../cause.ts'
import { type Event, firstOf, kindsOf } from '../trade.ts'
import { feeOf } from '../trades/payouts.ts'

/** Charges of a processor and what it pays out. */
export const payoutKinds = kindsOf('payouts', {
  'a chargeback taken from the payout': (event) => {
    const { source } = event.deal()
    pay(event, { less: firstOf(source).cents })
  },
  'a refund taken from the payout': (event) => pay(event, { less: event.chance.between(10, 60) * 100 }),
  'a reserve held back from the payout': (event) => pay(event, { less: event.chance.of([10_000, 25_000]) }),
  'a payout not arrived yet': (event) => {
    for (const charge of event.deal().source) event.source(charge, absent)
  },
  'a payout of charges that are in no export': (event) => {
    event.target(firstOf(event.deal().target), absent)
  },
  'a charge exported twice': (event) => {
    const { source, target } = event.deal()
    const again = firstOf(source)
    const cause = misses(again.cents - feeOf(again.cents))
    for (const charge of [...source, again]) event.source(charge, cause)
    event.target(firstOf(target), cause)
  },
  'the monthly fee of the processor': (event) => {
    event.source(
      { cents: 0, feeCents: 1_900, day: event.day(), reference: `fee_${event.number()}`, type: 'fee' },
      absent,
    )
  },
})

/** A deal whose payout is less than its charges. */
function pay(event: Event, { less }: { readonly less: number }): void {
  const { source, target } = event.deal()
  const cause = misses(less)
  for (const charge of source) event.source(charge, cause)
  event.target({ ...firstOf(target), cents: firstOf(target).cents - less }, cause)
}
