import { absent, differs, repeated, tied } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'
import { shouted } from '../trades/names.ts'
import { mistyped, swappedText } from './slips-of-the-pen.ts'

const reference = differs(['reference'])

/** A ledger and its bank, whose references or names do not agree. */
export const bankKeys = kindsOf('bank', {
  'a digit of a reference mistyped': ofPair((event, { source, target }) => {
    const cause = differs(['reference'], { hints: ['one_character'] })
    event.source(source, cause)
    event.target({ ...target, reference: mistyped(source.reference ?? '') }, cause)
  }),
  'two digits of a reference changed over': ofPair((event, { source, target }) => {
    const cause = differs(['reference'], { hints: ['transposed'] })
    event.source(source, cause)
    event.target({ ...target, reference: swappedText(source.reference ?? '') }, cause)
  }),
  'a reference cut off': ofPair((event, { source, target }) => {
    const cause = differs(['reference'], { hints: ['truncated'] })
    event.source(source, cause)
    event.target({ ...target, reference: source.reference?.slice(0, -3) ?? '' }, cause)
  }),
  'a reference of another document': ofPair((event, { source, target }) => {
    event.source(source, reference)
    event.target({ ...target, reference: `BESTELLUNG ${event.chance.between(1_000, 9_999)}` }, reference)
  }),
  'no reference, and a name of another company': ofPair((event, { source, target }) => {
    const cause = differs(['counterparty', 'reference'])
    event.source(source, cause)
    event.target({ ...target, reference: '', counterparty: `FACTORING ${event.chance.between(10, 99)}` }, cause)
  }),
  'no reference, and a name abbreviated': ofPair((event, { source, target }) => {
    const cause = differs(['counterparty', 'reference'], { hints: ['truncated'] })
    event.source(source, cause)
    event.target(
      {
        ...target,
        reference: '',
        counterparty: shouted(source.counterparty ?? '')
          .slice(0, 9)
          .trim(),
      },
      cause,
    )
  }),
  'booked in the ledger alone': ofPair((event, { source }) => {
    event.source(source, absent)
  }),
  'received by the bank alone': ofPair((event, { target, source }) => {
    event.target({ ...target, reference: source.reference ?? '' }, absent)
  }),
  'equal payments without a reference': ofPair((event, { source, target }) => {
    for (const day of [source.day, source.day])
      event.source({ ...source, day, reference: `RE-26-${event.number()}` }, tied)
    event.target({ ...target, reference: '', day: source.day + 1 }, tied)
  }),
  'a transfer between own accounts': (event) => {
    event.source({ cents: -event.cents(), day: event.day(), counterparty: 'Own savings', type: 'transfer' }, absent)
  },
  'booked twice on a day': ofPair((event, { source, target }) => {
    for (const copy of [source, source]) event.source(copy, repeated)
    event.target({ ...target, reference: source.reference ?? '' }, repeated)
  }),
})
