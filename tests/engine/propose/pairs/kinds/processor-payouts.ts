import { base32, scramble } from '../../../../bench/random.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf, workdaysAfter } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type GeneratedPair, type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { createPairBook, type PairBook } from '../pair-book.ts'
import { dayLayouts, type FeeLayout, feeLayouts, type KeyLayout, keyLayouts } from '../payout-layouts.ts'
import { processorOrders } from './processor-orders.ts'

/** Charges of a payment processor against the payouts it makes of them, less its fees. */
export const processorPayouts: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('processor-payouts', seed)
  if (chance.chance(0.25)) return processorOrders(chance, size)
  return payoutsBy(chance, chance.of(keyLayouts), { seed, size })
}

/** The same where nothing but the day says which payout a charge is in: rules may suggest that, and not claim it. */
export const dailyPayouts: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('daily-payouts', seed)
  return payoutsBy(chance, chance.of(dayLayouts), { seed, size })
}

interface Extent {
  readonly seed: number
  readonly size: number
}

function payoutsBy(chance: Chance, key: KeyLayout, { seed, size }: Extent): GeneratedPair {
  const book = createPairBook(chance)
  const fees = chance.of(feeLayouts)
  const charge = chargesOf(chance, fees)
  const period = periodOf(chance)
  const perPayout = chance.between(4, 25)
  const payoutCount = Math.round((size * 0.92) / perPayout)
  for (let position = 0; position < payoutCount; position += 1) {
    const day = key.isDaily ? period.first + position : period.workday()
    const paidOn = key.isDaily ? day : workdaysAfter(day, 2)
    const payout = { paidOn, position, code: `po_${base32(scramble(position + seed))}` }
    const charges = Array.from({ length: chance.between(1, 2 * perPayout - 1) }, () =>
      charge(day - chance.between(1, 3)),
    )
    const cents = charges.reduce((sum, { gross, fee }) => sum + gross - fee, 0)
    // A payout of nothing or less is not made: what is owed is kept for the next.
    if (cents <= 0) continue
    const lines = charges.map(({ draft }) => ({ ...draft, ...key.source(payout) }))
    if (fees.hasFeeLine) lines.push({ ...feeLine(day, charges), ...key.source(payout) })
    const target = book.target({
      amount: moneyText(cents),
      currency: 'USD',
      date: dateText(paidOn),
      ...key.target(payout),
    })
    const isIncomplete = lines.length > 1 && chance.chance(0.03)
    const kept = isIncomplete ? lines.slice(1) : lines
    book.belong(kept.map(book.source), [target], isIncomplete ? 'unasked' : undefined)
  }
  const days = { first: period.first, last: period.first + period.dayCount + payoutCount }
  addNoise({ chance, book, size, charge, days, key })
  return book.finish({
    rules: [{ id: 'payout', cardinality: 'n:1', match: [key.criterion], sum: fees.sum }],
    layout: { fees: fees.name, key: key.name },
  })
}

interface Charge {
  readonly draft: Draft
  readonly gross: number
  readonly fee: number
}

const feeLine = (day: number, charges: readonly Charge[]): Draft => ({
  currency: 'USD',
  date: dateText(day),
  type: 'fee',
  amount: moneyText(-charges.reduce((sum, { fee }) => sum + fee, 0)),
})

function chargesOf(chance: Chance, fees: FeeLayout): (day: number) => Charge {
  const amounts = amountsOf(chance)
  const refundShare = fees.hasRefunds ? chance.share(0, 0.08) : 0
  let number = chance.between(1_000, 90_000)
  return (day) => {
    number += 1
    const gross = chance.chance(refundShare) ? -Math.ceil(amounts() / 4) : amounts()
    const fee = gross < 0 ? 0 : fees.feeOf(gross)
    const draft = {
      currency: 'USD',
      date: dateText(day),
      type: gross < 0 ? 'refund' : 'charge',
      reference: `ch_${base32(scramble(number))}`,
      ...fees.write(gross, fee),
    }
    return { draft, gross, fee }
  }
}

interface Noise {
  readonly chance: Chance
  readonly book: PairBook
  readonly size: number
  readonly charge: (day: number) => Charge
  readonly days: { readonly first: number; readonly last: number }
  readonly key: KeyLayout
}

/** Charges that are not paid out yet, and lines of the bank that are no payouts. */
function addNoise({ chance, book, size, charge, days, key }: Noise): void {
  for (let left = Math.round(size * chance.share(0.03, 0.08)); left > 0; left -= 1)
    book.source(charge(days.last + 1).draft)
  if (key.isDaily === true) return
  const amounts = amountsOf(chance)
  for (let left = Math.round(size * chance.share(0.01, 0.05)); left > 0; left -= 1)
    book.target({
      amount: moneyText(amounts() * chance.pick([1, -1])),
      currency: 'USD',
      date: dateText(chance.between(days.first, days.last)),
      description: chance.pick(['Rent', 'Bank charges', 'Interest', 'Office supplies']),
    })
}
