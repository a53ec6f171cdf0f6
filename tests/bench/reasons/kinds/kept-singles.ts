import { absent, clean, differs, either, misses, repeated } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'
import { eurosOf } from '../trades/foreign.ts'

/** Cheques, companies of a group, and a card. */
export const keptSingles = [
  ...kindsOf('cheques', {
    'a cheque cleared for more than was written': ofPair((event, { source, target }) => {
      const more = Math.round(Math.abs(source.cents) * 0.1)
      const cause = differs(['amount'], { by: [more] })
      event.source(source, cause)
      event.target({ ...target, cents: target.cents - more }, cause)
    }),
    'a cheque that is out since long ago': ofPair((event, { source }) => {
      event.source({ ...source, day: event.first + event.chance.between(0, 3) }, absent)
    }),
    'a cheque number read without its last digit': ofPair((event, { source, target }) => {
      const cause = differs(['reference'], { hints: ['truncated', 'one_character'] })
      event.source(source, cause)
      event.target({ ...target, reference: (source.reference ?? '').slice(0, -1).padStart(10, '0') }, cause)
    }),
    'a cheque of another company': ofPair((event, { target }) => {
      event.target({ ...target, reference: String(event.number() + 700_000), description: 'CHEQUE' }, absent)
    }),
  }),
  ...kindsOf('intercompany', {
    'the other company withholds a tenth': ofPair((event, { source, target }) => {
      const off = Math.round(Math.abs(source.cents) / 10)
      const cause = differs(['amount'], { by: [off] })
      event.source(source, cause)
      event.target({ ...target, cents: target.cents - Math.sign(target.cents) * off }, cause)
    }),
    'two invoices that the other company books as one': ofPair((event, { source, target }) => {
      const [first, second] = [Math.abs(source.cents), event.cents()]
      const cause = either(differs(['amount'], { by: [first, second] }), misses(first, second))
      event.source({ ...source, cents: first }, cause)
      event.source({ ...source, cents: second, reference: `IC-00${event.number()}` }, cause)
      event.target({ ...target, cents: -first - second }, cause)
    }),
    'the other company books a tenth': ofPair((event, { source, target }) => {
      const cents = 10 * Math.round(source.cents / 10)
      const cause = differs(['amount'], { by: [(9 * Math.abs(cents)) / 10], hints: ['factor_10'] })
      event.source({ ...source, cents }, cause)
      event.target({ ...target, cents: -cents / 10 }, cause)
    }),
    'a letter in place of a digit': ofPair((event, { source, target }) => {
      const cause = differs(['reference'], { hints: ['one_character'] })
      event.source(source, cause)
      event.target({ ...target, reference: target.reference?.replace(/\d(?=\d$)/, 'O') ?? '' }, cause)
    }),
    'booked a month later, without a number': ofPair((event, { source, target }) => {
      const cause = differs(['date', 'reference'])
      event.source(source, cause)
      event.target({ ...target, day: source.day + 31, reference: '' }, cause)
    }),
  }),
  ...kindsOf('foreign', {
    'a hotel that charges more than was entered': ofPair((event, { source, target }) => {
      const more = Math.round(Math.abs(source.cents) * 0.18)
      const cause = differs(['amount'], { by: [more] })
      event.source({ ...source, currency: 'EUR' }, cause)
      event.target({ ...target, cents: source.cents - more }, cause)
    }),
    'a fee for a payment abroad': (event) => {
      const cents = -event.chance.between(90, 480)
      event.target({ cents, day: event.day(), counterparty: 'CARD SERVICE', type: 'FEE' }, absent)
    },
    'dollars entered as euros': ofPair((event, { source, target }) => {
      const charged = eurosOf(source.cents)
      const cause = differs(['amount', 'currency'], { by: [Math.abs(charged - source.cents)] })
      event.source({ ...source, currency: 'EUR' }, cause)
      event.target({ ...target, cents: charged }, cause)
    }),
    'an expense that two people enter': ofPair((event, { source, target }) => {
      event.source({ ...source, currency: 'EUR' }, clean)
      event.target({ ...target, cents: source.cents }, clean)
      const again = { ...source, currency: 'EUR', reference: `X${event.number()}`, day: source.day + 1 }
      event.source(again, either(absent, repeated))
    }),
  }),
]
