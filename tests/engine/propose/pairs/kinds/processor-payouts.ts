import type { CriterionInput, SumInput } from '../../../../../engine/index.ts'
import { base32, scramble } from '../../../../bench/random.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf, workdaysAfter } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { createPairBook, type PairBook } from '../pair-book.ts'
import { onFields } from '../reference-layout.ts'
import { processorOrders } from './processor-orders.ts'

/** Charges of a payment processor against the payouts it makes of them, less its fees. */
export const processorPayouts: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('processor-payouts', seed)
  if (chance.chance(0.25)) return processorOrders(chance, size)
  const book = createPairBook(chance)
  const [fees, key] = [chance.of(feeLayouts), chance.of(keyLayouts)]
  const charge = chargesOf(chance, fees)
  const period = periodOf(chance)
  const perPayout = chance.between(4, 25)
  const payoutCount = Math.round((size * 0.92) / perPayout)
  for (let position = 0; position < payoutCount; position += 1) {
    const day = key.isDaily ? period.first + position : period.workday()
    const payout = {
      day,
      paidOn: key.isDaily ? day : workdaysAfter(day, 2),
      code: `po_${base32(scramble(position + seed))}`,
    }
    const charges = Array.from({ length: chance.between(1, 2 * perPayout - 1) }, () =>
      charge(payout.day - chance.between(1, 3)),
    )
    const cents = charges.reduce((sum, each) => sum + each.net, 0)
    // A payout of nothing or less is not made: what is owed is kept for the next.
    if (cents <= 0) continue
    const lines = charges.map(({ draft }) => ({ ...draft, ...key.source(payout) }))
    const target = book.target({
      amount: moneyText(cents),
      currency: 'USD',
      date: dateText(payout.paidOn),
      ...key.target(payout),
    })
    const isIncomplete = lines.length > 1 && chance.chance(0.03)
    const kept = isIncomplete ? lines.slice(1) : lines
    book.belong(kept.map(book.source), [target], isIncomplete ? 'unasked' : undefined)
  }
  addNoise({
    chance,
    book,
    size,
    charge,
    period: { last: period.first + period.dayCount + payoutCount, first: period.first },
    key,
  })
  return book.finish({
    rules: [{ id: 'payout', cardinality: 'n:1', match: [key.criterion], sum: fees.sum }],
    layout: { fees: fees.name, key: key.name },
  })
}

interface Payout {
  readonly day: number
  readonly paidOn: number
  readonly code: string
}

interface Charge {
  readonly draft: Draft
  readonly net: number
}

interface FeeLayout {
  readonly name: string
  readonly write: (gross: number, fee: number) => Draft
  readonly sum: SumInput
  readonly feeOf: (gross: number) => number
  readonly hasRefunds: boolean
}

const cardFee = (gross: number): number => percentOf(gross, 290) + 30
const plain = { target: [{ field: 'amount' }] }

const feeLayouts: readonly FeeLayout[] = [
  {
    name: 'gross and fee',
    write: (gross, fee) => ({ gross: moneyText(gross), fee: moneyText(fee) }),
    sum: { ...plain, source: [{ field: 'gross' }, { field: 'fee', times: -1 }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'amount and fee',
    write: (gross, fee) => ({ amount: moneyText(gross), fee: moneyText(fee) }),
    sum: { ...plain, source: [{ field: 'amount' }, { field: 'fee', times: -1 }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: 'net',
    write: (gross, fee) => ({ amount: moneyText(gross), fee: moneyText(fee), net: moneyText(gross - fee) }),
    sum: { ...plain, source: [{ field: 'net' }] },
    feeOf: cardFee,
    hasRefunds: true,
  },
  {
    name: '2.9 % and 0.30, not shown',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: { ...plain, source: [{ field: 'amount' }, { percent: '-2.9', of: 'amount' }, { fixed: '-0.30' }] },
    feeOf: cardFee,
    hasRefunds: false,
  },
  {
    name: '1.4 %, not shown',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: { ...plain, source: [{ field: 'amount' }, { percent: '-1.4', of: 'amount' }] },
    feeOf: (gross) => percentOf(gross, 140),
    hasRefunds: false,
  },
  {
    name: 'no fee',
    write: (gross) => ({ amount: moneyText(gross) }),
    sum: {},
    feeOf: () => 0,
    hasRefunds: true,
  },
]

interface KeyLayout {
  readonly name: string
  readonly source: (payout: Payout) => Draft
  readonly target: (payout: Payout) => Draft
  readonly criterion: CriterionInput
  readonly isDaily?: true
}

const keyLayouts: readonly KeyLayout[] = [
  {
    name: 'payout id is the id',
    source: ({ code }) => ({ 'attributes.payoutId': code }),
    target: ({ code }) => ({ id: code }),
    criterion: { sourceField: 'attributes.payoutId', targetField: 'id' },
  },
  {
    name: 'payout id in reference',
    source: ({ code }) => ({ 'attributes.transfer': code }),
    target: ({ code }) => ({ reference: code }),
    criterion: { sourceField: 'attributes.transfer', targetField: 'reference' },
  },
  {
    name: 'payout id in the text',
    source: ({ code }) => ({ 'attributes.payout': code }),
    target: ({ code }) => ({ description: `STRIPE PAYOUT ${code.toUpperCase()} TRANSFER`, counterparty: 'Stripe' }),
    criterion: { ...onFields('attributes.payout', 'description'), normalize: ['upper', { extract: 'PO_*******' }] },
  },
  {
    name: 'day of the payout',
    source: ({ paidOn }) => ({ valueDate: dateText(paidOn) }),
    target: () => ({ description: 'Payout' }),
    criterion: onFields('valueDate', 'date'),
    isDaily: true,
  },
]

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
    return { draft, net: gross - fee }
  }
}

interface Noise {
  readonly chance: Chance
  readonly book: PairBook
  readonly size: number
  readonly charge: (day: number) => Charge
  readonly period: { readonly first: number; readonly last: number }
  readonly key: KeyLayout
}

/** Charges that are not paid out yet, and lines of the bank that are no payouts. */
function addNoise({ chance, book, size, charge, period, key }: Noise): void {
  for (let left = Math.round(size * chance.share(0.03, 0.08)); left > 0; left -= 1)
    book.source(charge(period.last + 1).draft)
  if (key.isDaily === true) return
  const amounts = amountsOf(chance)
  for (let left = Math.round(size * chance.share(0.01, 0.05)); left > 0; left -= 1)
    book.target({
      amount: moneyText(amounts() * chance.pick([1, -1])),
      currency: 'USD',
      date: dateText(chance.between(period.first, period.last)),
      description: chance.pick(['Rent', 'Bank charges', 'Interest', 'Office supplies']),
    })
}
