import { absent, clean, differs, either, repeated } from '../cause.ts'
import { kindsOf, ofPair } from '../trade.ts'
import { swappedDigits } from './slips-of-the-pen.ts'

/** A register of cheques and the account. */
export const chequeKinds = kindsOf('cheques', {
  'a cheque not cashed yet': ofPair((event, { source }) => {
    event.source({ ...source, day: event.last - event.chance.between(1, 6) }, absent)
  }),
  'a cheque encoded with two digits changed over': ofPair((event, { source, target }) => {
    const cents = swappedDigits(target.cents)
    const cause = differs(['amount'], { by: [Math.abs(cents - source.cents)], hints: ['transposed'] })
    event.source(source, cause)
    event.target({ ...target, cents }, cause)
  }),
  'a cheque with a wrong number': ofPair((event, { source, target }) => {
    event.source(source, differs(['reference']))
    event.target({ ...target, reference: String(event.number() + 900_000).padStart(10, '0') }, differs(['reference']))
  }),
  'a void cheque, and another in its place that is cashed': ofPair((event, { source, target }) => {
    event.source(source, absent)
    const cashed = event.another()
    const number = event.number()
    cashed.source({ ...source, day: source.day + 3, reference: String(number) }, clean)
    cashed.target({ ...target, day: target.day + 3, reference: String(number).padStart(10, '0') }, clean)
  }),
  'a cheque stopped and voided for less': ofPair((event, { source }) => {
    const cause = either(differs(['amount'], { by: [1_500] }), absent)
    event.source(source, cause)
    event.source({ ...source, cents: -source.cents - 1_500, day: source.day + 6, type: 'void' }, cause)
  }),
  'the fee of a stop payment': (event) => {
    event.target({ cents: -3_500, day: event.day(), description: 'STOP PAYMENT FEE', type: 'CHG' }, absent)
  },
  'a cheque cashed twice': ofPair((event, { source, target }) => {
    event.source(source, repeated)
    for (const days of [0, 1]) event.target({ ...target, day: target.day + days }, repeated)
  }),
  'a cheque that the register lacks': ofPair((event, { target }) => {
    event.target(target, absent)
  }),
})
