import type { CriterionInput } from '../../../../../engine/index.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf, workdaysAfter } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { onFields } from '../reference-layout.ts'

/** Sales in cash by store and day against the bags that the stores bring to the bank, which are a little short at times. */
export const tillDeposits: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('till-deposits', seed)
  const book = createPairBook(chance)
  const layout = layoutOf(chance)
  const period = periodOf(chance)
  const perDay = chance.between(3, 9)
  const storeCount = Math.max(4, Math.ceil(size / perDay / period.dayCount))
  const dayCount = Math.ceil(size / perDay / storeCount)
  const shortShare = chance.share(0.1, 0.35)
  for (let store = 1; store <= storeCount; store += 1) {
    for (let offset = 0; offset < dayCount; offset += 1) {
      const place = { store, day: period.first + offset }
      const sales = Array.from({ length: chance.between(2, 2 * perDay - 2) }, () => 10 * chance.between(50, 30_000))
      const drawn = chance.fraction()
      const total = sales.reduce((sum, cents) => sum + cents, 0)
      const off =
        drawn < 0.02 ? -chance.between(2_000, 9_000) : chance.chance(shortShare) ? chance.between(-500, 200) : 0
      const bags = drawn > 0.93 ? [] : split(chance, total + off)
      const items = sales.map((cents) =>
        book.source({ amount: moneyText(cents), currency: 'EUR', ...layout.source(place) }),
      )
      const deposits = bags.map((cents) =>
        book.target({ amount: moneyText(cents), currency: 'EUR', ...layout.target(place) }),
      )
      if (deposits.length > 0) book.belong(items, deposits, drawn < 0.02 ? 'unasked' : undefined)
    }
  }
  for (let left = Math.round(size * 0.02); left > 0; left -= 1) {
    const place = { store: storeCount + chance.between(1, 2), day: period.first + chance.between(0, dayCount) }
    book.target({ amount: moneyText(chance.between(5_000, 200_000)), currency: 'EUR', ...layout.target(place) })
  }
  return book.finish({
    rules: [
      { id: 'exact', cardinality: 'n:m', match: [...layout.criteria], sum: {} },
      { id: 'short', cardinality: 'n:m', match: [...layout.criteria], sum: { tolerance: { from: '-5', to: '2' } } },
    ],
    layout: { key: layout.name, short: shortShare.toFixed(2) },
  })
}

interface Place {
  readonly store: number
  readonly day: number
}

interface Layout {
  readonly name: string
  readonly source: (place: Place) => Draft
  readonly target: (place: Place) => Draft
  readonly criteria: readonly CriterionInput[]
}

/** Two or three bags of whole tens, and the rest. */
function split(chance: Chance, cents: number): readonly number[] {
  const bagCount = chance.pick([1, 2, 2, 3])
  const first = Math.floor(cents / bagCount / 1_000) * 1_000
  const bags = Array.from({ length: bagCount - 1 }, (_, index) => first - 1_000 * index)
  const rest = cents - bags.reduce((sum, bag) => sum + bag, 0)
  return [...bags, rest].filter((bag) => bag > 0)
}

function layoutOf(chance: Chance): Layout {
  const numbered = ({ store }: Place): string => String(100 + store)
  return chance.pick<Layout>([
    {
      name: 'store and day',
      source: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
      target: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
      criteria: [{ field: 'attributes.store' }, { field: 'date' }],
    },
    {
      name: 'store name, day of the sale in valueDate',
      source: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
      target: (place) => ({
        date: dateText(workdaysAfter(place.day, 1)),
        valueDate: dateText(place.day),
        counterparty: `Store ${numbered(place)}`,
      }),
      criteria: [
        { sourceField: 'attributes.store', targetField: 'counterparty', normalize: ['digits'] },
        { sourceField: 'date', targetField: 'valueDate' },
      ],
    },
    {
      name: 'one key of store and day',
      source: (place) => ({ date: dateText(place.day), reference: `S${numbered(place)}-${dateText(place.day)}` }),
      target: (place) => ({
        date: dateText(workdaysAfter(place.day, 1)),
        reference: `S${numbered(place)}/${dateText(place.day).replaceAll('-', '')}`,
      }),
      criteria: [{ field: 'reference', normalize: ['alphanumeric'] }],
    },
    {
      name: 'account of the store',
      source: (place) => ({ date: dateText(place.day), account: numbered(place), type: 'cash' }),
      target: (place) => ({ date: dateText(place.day), account: `0${numbered(place)}`, type: 'deposit' }),
      criteria: [{ ...onFields('account', 'account'), normalize: ['strip-leading-zeros'] }, { field: 'date' }],
    },
  ])
}
