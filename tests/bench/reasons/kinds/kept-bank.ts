import { absent, clean, differs, either, misses, outside, repeated, takesBack } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'

/** A ledger and its bank. */
export const keptBank = kindsOf('bank', {
  'a bank on the way keeps a part': ofPair((event, { source, target }) => {
    const kept = event.chance.between(1_200, 4_000)
    const cents = Math.abs(source.cents)
    const cause = differs(['amount'], { by: [kept] })
    event.source({ ...source, cents }, cause)
    event.target({ ...target, cents: cents - kept, day: source.day + 3 }, cause)
  }),
  'a digit of an amount left out': ofPair((event, { source, target }) => {
    const cents = Number(String(source.cents).replace(/\d(?=\d\d\d$)/, ''))
    const cause = differs(['amount'], { by: [Math.abs(cents - source.cents)], hints: ['factor_10'] })
    event.source({ ...source, cents }, cause)
    event.target(target, cause)
  }),
  'a direct debit returned with a fee': ofPair((event, { source, target }) => {
    const cents = Math.abs(source.cents)
    event.source({ ...source, cents }, clean)
    event.target({ ...target, cents }, clean)
    const returned = cents + 350
    const cause = { ...takesBack(cents), differences: [returned + cents], hints: [] }
    event.target({ ...target, cents: -returned, day: target.day + 5, type: 'RETURN' }, cause)
  }),
  'a reference amid other words': ofPair((event, { source, target }) => {
    const cause = differs(['reference'])
    event.source(source, cause)
    event.target({ ...target, reference: `RECHNUNG ${source.reference} VOM ${event.chance.between(10, 28)}.` }, cause)
  }),
  'paid once more under another reference': ofPair((event, { source, target }) => {
    event.source(source, clean)
    event.target({ ...target, reference: source.reference ?? '' }, clean)
    const again = { ...target, reference: `AUFTRAG ${event.number()}`, day: target.day + 2 }
    event.target(again, either(absent, repeated))
  }),
  'one receipt booked in two parts': ofPair((event, { source, target }) => {
    const first = Math.round(source.cents / 4)
    const [small, large] = [Math.abs(first), Math.abs(source.cents - first)]
    const cause = either(misses(small, large), differs(['amount'], { by: [small, large] }))
    event.source({ ...source, cents: first }, cause)
    event.source({ ...source, cents: source.cents - first }, cause)
    event.target({ ...target, reference: source.reference ?? '' }, cause)
  }),
  'an instalment of a loan': (event) => {
    const day = event.day()
    event.target({ cents: -87_345, day, counterparty: 'OWN BANK', type: 'LOAN' }, absent)
  },
  'a sweep to the pool of accounts': (event) => {
    const cents = event.chance.of([1, -1]) * event.cents()
    event.target({ cents, day: event.day(), counterparty: 'CASH POOL', type: 'SWEEP' }, absent)
  },
  'at the bank after the ledger ends': ofPair((event, { source, target }) => {
    const day = event.last + event.chance.between(4, 8)
    event.target({ ...target, reference: source.reference ?? '', day }, outside('after_other'))
  }),
  'in the ledger before the statement begins': ofPair((event, { source }) => {
    event.source({ ...source, day: event.first - event.chance.between(2, 6) }, outside('before_other'))
  }),
  'two weeks late, and another reference': ofPair((event, { source, target }) => {
    const cause = differs(['date', 'reference'])
    event.source(source, cause)
    event.target({ ...target, day: source.day + 14, reference: `KUNDE ${event.chance.between(1_000, 9_999)}` }, cause)
  }),
})
