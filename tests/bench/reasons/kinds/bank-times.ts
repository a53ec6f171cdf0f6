import { absent, clean, differs, outside, repeated } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'

const late = differs(['date', 'reference'])

/** A ledger and its bank, whose days do not agree. */
export const bankTimes = kindsOf('bank', {
  'booked twice on different days': ofPair((event, { source, target }) => {
    event.target({ ...target, reference: source.reference ?? '' }, repeated)
    event.likely(event.source(source, repeated))
    event.source({ ...source, day: source.day + 9 }, repeated)
  }),
  'booked three times': ofPair((event, { source, target }) => {
    for (const days of [0, 0, 4]) event.source({ ...source, day: source.day + days }, repeated)
    event.target({ ...target, reference: source.reference ?? '' }, repeated)
  }),
  'taken twice by the bank': ofPair((event, { source, target }) => {
    const { reference = '' } = source
    event.source(source, repeated)
    event.likely(event.target({ ...target, reference }, repeated))
    event.target({ ...target, reference, day: target.day + 2 }, repeated)
  }),
  'without a reference, nine days late': ofPair((event, { source, target }) => {
    event.source(source, late)
    event.target({ ...target, reference: '', day: source.day + 9 }, late)
  }),
  'without a reference, booked before the ledger': ofPair((event, { source, target }) => {
    event.source(source, late)
    event.target({ ...target, reference: '', day: source.day - 6 }, late)
  }),
  'in the ledger after the statement ends': ofPair((event, { source }) => {
    event.source({ ...source, day: event.last + event.chance.between(2, 6) }, outside('after_other'))
  }),
  'at the bank before the ledger begins': ofPair((event, { source, target }) => {
    event.target(
      { ...target, reference: source.reference ?? '', day: event.first - event.chance.between(1, 5) },
      outside('before_other'),
    )
  }),
  'a standing payment missed by a month': ofPair((event, pair) => {
    const counterparty = `Hausverwaltung ${event.chance.between(100, 999)}`
    const cents = -Math.abs(pair.source.cents)
    const source = { ...pair.source, cents, counterparty, reference: '' }
    const target = { ...pair.target, cents, counterparty: counterparty.toUpperCase(), reference: '' }
    event.source(source, absent)
    for (const days of [-30, 30]) {
      const paid = event.another()
      paid.source({ ...source, day: source.day + days }, clean)
      paid.target({ ...target, day: source.day + days + 1 }, clean)
    }
  }),
})
