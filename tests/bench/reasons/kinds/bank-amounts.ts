import { personAt } from '../../../engine/propose/pairs/names.ts'
import { absent, clean, differs, misses, takesBack } from '../cause.ts'
import type { Entry } from '../entry.ts'
import { type Event, firstOf, kindsOf, ofPair } from '../trade.ts'
import { swappedDigits } from './slips-of-the-pen.ts'

/** A ledger and its bank, whose amounts do not agree. */
export const bankAmounts = kindsOf('bank', {
  'a fee taken from a payment': ofPair((event, { source, target }) => {
    const fee = event.chance.of([150, 500, 1_500])
    const cause = differs(['amount'], { by: [fee] })
    event.source(source, cause)
    event.target({ ...target, cents: target.cents - fee }, cause)
  }),
  'two digits of an amount changed over': ofPair((event, { source, target }) => {
    const cents = swappedDigits(source.cents)
    const cause = differs(['amount'], { by: [Math.abs(cents - source.cents)], hints: ['transposed'] })
    event.source({ ...source, cents }, cause)
    event.target(target, cause)
  }),
  'an amount ten times too large': ofPair((event, { source, target }) => {
    const cause = differs(['amount'], { by: [9 * Math.abs(source.cents)], hints: ['factor_10'] })
    event.source({ ...source, cents: 10 * source.cents }, cause)
    event.target(target, cause)
  }),
  'an amount whose decimal comma was lost': ofPair((event, { source, target }) => {
    const cause = differs(['amount'], { by: [99 * Math.abs(source.cents)], hints: ['factor_100'] })
    event.source({ ...source, cents: 100 * source.cents }, cause)
    event.target(target, cause)
  }),
  'a sign booked the wrong way': ofPair((event, { source, target }) => {
    const cause = differs(['amount'], { by: [2 * Math.abs(source.cents)], hints: ['opposite_sign'] })
    event.source({ ...source, cents: -source.cents }, cause)
    event.target(target, cause)
  }),
  'cents rounded off': ofPair((event, { source, target }) => {
    const cents = 100 * Math.round(source.cents / 100) + (source.cents % 100 === 0 ? 50 : 0)
    const cause = differs(['amount'], { by: [Math.abs(cents - target.cents)] })
    event.source({ ...source, cents }, cause)
    event.target(target, cause)
  }),
  'tax withheld from a payment': ofPair((event, { source, target }) => {
    const tax = Math.round(Math.abs(source.cents) * 0.15)
    const cause = differs(['amount'], { by: [tax] })
    event.source({ ...source, cents: Math.abs(source.cents) }, cause)
    event.target({ ...target, cents: Math.abs(source.cents) - tax }, cause)
  }),
  'a batch of salaries of which the bank rejects one': (event) => {
    const { salaries, batch } = salariesOf(event)
    const rejected = Math.abs(firstOf(salaries).cents)
    for (const salary of salaries) event.source(salary, misses(rejected))
    event.target({ ...batch, cents: batch.cents + rejected }, misses(rejected))
    const [whole, other] = [salariesOf(event), event.another()]
    for (const salary of whole.salaries) other.source(salary, clean)
    other.target(whole.batch, clean)
  },
  'a fee that the bank books alone': (event) => {
    event.target(
      {
        ...bankEntry(event.day()),
        cents: -event.chance.of([300, 450, 1_250]),
        type: 'CHARGE',
        description: 'ACCOUNT FEE',
      },
      absent,
    )
  },
  'interest that the ledger lacks': (event) => {
    event.target(
      {
        ...bankEntry(event.day()),
        cents: event.chance.between(20, 900),
        type: 'INTEREST',
        description: 'CREDIT INTEREST',
      },
      absent,
    )
  },
  'a payment returned by the bank': ofPair((event, { source, target }) => {
    const cents = Math.abs(source.cents)
    // The payment matches; its return is in the ledger not at all.
    event.source({ ...source, cents }, clean)
    event.target({ ...target, cents }, clean)
    event.target(
      { ...target, cents: -cents, day: target.day + event.chance.between(3, 6), type: 'RETURN' },
      takesBack(cents),
    )
  }),
})

const bankEntry = (day: number): Omit<Entry, 'cents'> => ({ day, counterparty: 'OWN BANK' })

/** Five salaries of a day, and the batch in which the bank pays them. */
function salariesOf(event: Event) {
  const [reference, day] = [`PAYROLL ${event.number()}`, event.day()]
  const salaries = Array.from({ length: 5 }, (): Entry => {
    const counterparty = personAt(event.number() % 500)
    return { cents: -event.chance.between(150_000, 480_000), day, reference, counterparty, type: 'salary' }
  })
  const cents = salaries.reduce((sum, salary) => sum + salary.cents, 0)
  return { salaries, batch: { cents, day, reference, counterparty: 'SALARIES', type: 'BATCH' } }
}
