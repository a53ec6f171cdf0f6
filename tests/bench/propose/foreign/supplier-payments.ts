import { createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, periodOf, workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import type { Draft } from '../../../engine/propose/pairs/draft.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { amountsOf, moneyText } from '../../../engine/propose/pairs/money.ts'
import { businessesOf } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'
import { bankTextsOf } from './bank-texts.ts'

/** Supplier invoices as a positive payable against money that leaves a bank, one payment for some invoices of a supplier. */
export const supplierPayments: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('supplier-payments', seed)
  const book = createPairBook(chance)
  const [period, amounts, texts] = [periodOf(chance), amountsOf(chance), bankTextsOf(chance)]
  const suppliers = businessesOf(chance, size / 6)
  const severalShare = chance.pick([0, 0.15])
  const terms = chance.pick([7, 14, 30])
  for (let left = size; left > 0; ) {
    const [supplier, day] = [chance.of(suppliers), period.workday()]
    const invoices = Array.from({ length: chance.chance(severalShare) ? chance.between(2, 3) : 1 }, () => amounts())
    left -= invoices.length
    const items = (): readonly Draft[] =>
      invoices.map((cents) =>
        book.source({
          amount: moneyText(cents),
          currency: 'EUR',
          date: dateText(day),
          counterparty: supplier.name,
          'attributes.supplierNo': supplier.number,
        }),
      )
    const payment = (): Draft => {
      const total = invoices.reduce((sum, cents) => sum + cents, 0)
      const paidOn = workdaysAfter(day + terms, chance.between(0, 2))
      return book.target({
        amount: moneyText(-total),
        currency: 'EUR',
        date: dateText(paidOn),
        description: texts.write(supplier),
      })
    }
    const draw = chance.fraction()
    if (draw < 0.08) items()
    else if (draw < 0.12) payment()
    else book.belong(items(), [payment()])
  }
  return book.finish({ rules: [], layout: { texts: texts.name, terms: String(terms), several: String(severalShare) } })
}
