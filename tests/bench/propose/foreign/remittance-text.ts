import { createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, periodOf } from '../../../engine/propose/pairs/days.ts'
import type { Draft } from '../../../engine/propose/pairs/draft.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../../../engine/propose/pairs/money.ts'
import { businessesOf } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'
import { bankTextsOf } from './bank-texts.ts'

/** Open invoices against payments whose one text names most of the invoices that are paid; some sums are short. */
export const remittanceText: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('remittance-text', seed)
  const book = createPairBook(chance)
  const [period, amounts, texts] = [periodOf(chance), amountsOf(chance), bankTextsOf(chance)]
  const customers = businessesOf(chance, size / 10)
  const first = chance.between(1_000, 80_000) * 10
  const [forgottenShare, shortShare] = [chance.share(0.02, 0.08), chance.share(0.03, 0.12)]
  const [before, between] = [chance.pick(['PAYMENT FOR ', '', 'Inv ']), chance.pick([', ', ' ', '/'])]
  const isLong = chance.chance(0.5)
  let number = first
  for (let left = size; left > 0; ) {
    const customer = chance.of(customers)
    const day = period.day()
    const invoices = Array.from({ length: chance.pick([1, 1, 2, 3, 5]) }, () => {
      number += chance.pick([1, 2, 5])
      return { code: String(number), cents: amounts() }
    })
    left -= invoices.length
    const items = invoices.map(
      ({ code, cents }): Draft =>
        book.source({
          amount: moneyText(cents),
          currency: 'USD',
          date: dateText(day),
          reference: `SI${code}`,
          counterparty: customer.name,
        }),
    )
    if (chance.chance(0.1)) continue
    const total = invoices.reduce((sum, { cents }) => sum + cents, 0)
    const short = chance.chance(shortShare) ? percentOf(total, chance.between(20, 1_500)) : 0
    const named = invoices.filter(() => !chance.chance(forgottenShare)).map(({ code }) => (isLong ? `SI${code}` : code))
    const payment = book.target({
      amount: moneyText(total - short),
      currency: 'USD',
      date: dateText(day + chance.between(5, 50)),
      description: `${before}${named.join(between)} ${texts.write(customer)}`,
    })
    book.belong(items, [payment])
  }
  return book.finish({ rules: [], layout: { texts: texts.name, list: `${before}${between}` } })
}
