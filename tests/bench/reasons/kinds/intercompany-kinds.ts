import { absent, differs, repeated } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'
import { mistyped, swappedDay, swappedDigits } from './slips-of-the-pen.ts'

/** The books of two companies, whose signs are opposite. */
export const intercompanyKinds = kindsOf('intercompany', {
  'the other company books less': ofPair((event, { source, target }) => {
    const off = event.chance.between(5, 90) * 100
    const cause = differs(['amount'], { by: [off] })
    event.source(source, cause)
    event.target({ ...target, cents: target.cents - Math.sign(target.cents) * off }, cause)
  }),
  'the other company books digits changed over': ofPair((event, { source, target }) => {
    const cents = swappedDigits(target.cents)
    const cause = differs(['amount'], { by: [Math.abs(cents - target.cents)], hints: ['transposed'] })
    event.source(source, cause)
    event.target({ ...target, cents }, cause)
  }),
  'a credit note booked as an invoice': ofPair((event, { source, target }) => {
    const cause = differs(['amount'], { by: [2 * Math.abs(source.cents)], hints: ['opposite_sign'] })
    event.source({ ...source, cents: -source.cents }, cause)
    event.target(target, cause)
  }),
  'an invoice number mistyped by the other company': ofPair((event, { source, target }) => {
    const cause = differs(['reference'], { hints: ['one_character'] })
    event.source(source, cause)
    event.target({ ...target, reference: mistyped(target.reference ?? '') }, cause)
  }),
  'booked by the wrong company': ofPair((event, { source, target }) => {
    const cause = differs(['counterparty', 'account', 'reference'])
    event.source(source, cause)
    event.target({ ...target, account: `E${event.chance.between(50, 60)}`, reference: '' }, cause)
  }),
  'an invoice that the other company lacks': ofPair((event, { source }) => {
    event.source(source, absent)
  }),
  'an invoice that the other company has twice': ofPair((event, { source, target }) => {
    event.source(source, repeated)
    event.likely(event.target(target, repeated))
    event.target({ ...target, day: target.day + 11 }, repeated)
  }),
  'a year wrong, and no number': ofPair((event, { source, target }) => {
    const cause = differs(['date', 'reference'], { hints: ['year_off'] })
    event.source(source, cause)
    event.target({ ...target, day: source.day + 365, reference: '' }, cause)
  }),
  'day and month changed over, and no number': ofPair((event, { source, target }) => {
    const cause = differs(['date', 'reference'], { hints: ['day_month_swapped'] })
    const [booked, swapped] = swappedDay(source.day)
    event.source({ ...source, day: booked }, cause)
    event.target({ ...target, day: swapped, reference: '' }, cause)
  }),
  'another currency of the same amount': ofPair((event, { source, target }) => {
    const cause = differs(['currency'])
    event.source(source, cause)
    event.target({ ...target, currency: 'CHF' }, cause)
  }),
})
