import { absent, differs } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'
import { eurosOf } from '../trades/foreign.ts'

/** Expenses and a card, in two currencies. */
export const foreignKinds = kindsOf('foreign', {
  'a rate four percent off': ofPair((event, { source, target }) => {
    const charged = Math.round(eurosOf(source.cents) * 1.04)
    const cause = differs(['amount'], {
      by: [Math.abs(charged - eurosOf(source.cents)), Math.abs(charged - source.cents)],
    })
    event.source({ ...source, currency: 'USD' }, cause)
    event.target({ ...target, cents: charged }, cause)
  }),
  'an expense entered in the wrong currency': ofPair((event, { source, target }) => {
    const off = Math.abs(source.cents - eurosOf(source.cents))
    const cause = differs(['currency', 'amount'], { by: [off] })
    event.source({ ...source, currency: 'USD' }, cause)
    event.target({ ...target, cents: source.cents }, cause)
  }),
  'a currency without a rate': ofPair((event, { source, target }) => {
    const charged = Math.round(source.cents * 1.17)
    const cause = differs(['amount', 'currency'], { by: [Math.abs(charged - source.cents)] })
    event.source({ ...source, currency: 'GBP' }, cause)
    event.target({ ...target, cents: charged }, cause)
  }),
  'a refund that the expenses lack': ofPair((event, { target, source }) => {
    event.target({ ...target, cents: Math.abs(source.cents), reference: `RF${event.number()}`, type: 'REFUND' }, absent)
  }),
  'cash that has no receipt': (event) => {
    event.target(
      { cents: -event.chance.of([5_000, 10_000, 20_000]), day: event.day(), counterparty: 'ATM', type: 'CASH' },
      absent,
    )
  },
  'an expense paid by another card': ofPair((event, { source }) => {
    event.source(source, absent)
  }),
  'a tip on top of the expense': ofPair((event, { source, target }) => {
    const tip = Math.max(100, Math.round(Math.abs(source.cents) * 0.1))
    const cause = differs(['amount'], { by: [tip] })
    event.source({ ...source, currency: 'EUR' }, cause)
    event.target({ ...target, cents: source.cents - tip }, cause)
  }),
})
