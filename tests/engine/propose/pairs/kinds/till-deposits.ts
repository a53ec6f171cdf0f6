import { createChance } from '../chance.ts'
import { periodOf } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { bagsOf, storeLayoutOf } from '../store-layouts.ts'

/** Sales in cash by store and day against the bags that the stores bring to the bank, which are a little short at times. */
export const tillDeposits: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('till-deposits', seed)
  const book = createPairBook(chance)
  const [layout, split] = [storeLayoutOf(chance), bagsOf(chance)]
  const period = periodOf(chance)
  const perDay = chance.between(3, 9)
  const storeCount = Math.max(4, Math.ceil(size / perDay / period.dayCount))
  const dayCount = Math.ceil(size / perDay / storeCount)
  const [shortShare, unpaidShare] = [chance.pick([0, 0.1, 0.35]), chance.share(0.05, 0.1)]
  for (let store = 1; store <= storeCount; store += 1) {
    for (let offset = 0; offset < dayCount; offset += 1) {
      const place = { store, day: period.first + offset }
      const sales = Array.from({ length: chance.between(2, 2 * perDay - 2) }, () => 10 * chance.between(50, 30_000))
      const drawn = chance.fraction()
      const total = sales.reduce((sum, cents) => sum + cents, 0)
      const off =
        drawn < 0.02 ? -chance.between(2_000, 9_000) : chance.chance(shortShare) ? chance.between(-500, 200) : 0
      const bags = drawn > 1 - unpaidShare ? [] : split(total + off)
      const draftOf = (cents: number) => ({ amount: moneyText(cents), currency: 'EUR' })
      const items = sales.map((cents) => book.source({ ...draftOf(cents), ...layout.source(place) }))
      const deposits = bags.map((cents) => book.target({ ...draftOf(cents), ...layout.target(place) }))
      if (deposits.length > 0) book.belong(items, deposits, drawn < 0.02 ? 'unasked' : undefined)
    }
  }
  for (let left = Math.ceil(size * 0.02); left > 0; left -= 1) {
    const place = { store: storeCount + chance.between(1, 2), day: period.first + chance.between(0, dayCount) }
    book.target({ amount: moneyText(chance.between(5_000, 200_000)), currency: 'EUR', ...layout.target(place) })
  }
  const match = [...layout.criteria]
  return book.finish({
    rules: [
      { id: 'exact', cardinality: 'n:m', match, sum: {} },
      { id: 'short', cardinality: 'n:m', match, sum: { tolerance: { from: '-5', to: '2' } } },
    ],
    layout: { key: layout.name, short: String(shortShare) },
  })
}
