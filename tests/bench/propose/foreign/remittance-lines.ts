import { createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, periodOf } from '../../../engine/propose/pairs/days.ts'
import { withTypo } from '../../../engine/propose/pairs/dirt.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../../../engine/propose/pairs/money.ts'
import { businessesOf } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'
import { bankTextsOf } from './bank-texts.ts'

/** Open invoices against the lines of remittance advices: deductions of any size, discounts, numbers cut or mistyped. */
export const remittanceLines: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('remittance-lines', seed)
  const book = createPairBook(chance)
  const [period, amounts, texts] = [periodOf(chance), amountsOf(chance), bankTextsOf(chance)]
  const customers = businessesOf(chance, size / 12)
  const first = chance.between(1_000, 80_000) * 10
  const [wrongShare, shortShare, discount] = [chance.share(0.02, 0.1), chance.share(0.05, 0.2), chance.pick([0, 200])]
  const [isPlain, knowsNumber] = [chance.chance(0.5), chance.chance(0.5)]
  const step = chance.pick([1, 3, 7])
  for (let position = 0; position < size; position += 1) {
    const [customer, cents, day] = [chance.of(customers), amounts(), period.day()]
    const code = `${first + step * position}`
    const invoice = () =>
      book.source({
        amount: moneyText(cents),
        currency: 'USD',
        date: dateText(day),
        reference: `INV-${code}`,
        counterparty: customer.name,
        'attributes.customerNo': customer.number,
      })
    const line = () => {
      const short = chance.chance(shortShare)
        ? percentOf(cents, chance.between(50, 4_000))
        : percentOf(cents, chance.pick([0, 0, discount]))
      const written = chance.chance(wrongShare) ? withTypo(chance, code) : code
      return book.target({
        amount: moneyText(cents - short),
        currency: 'USD',
        date: dateText(day + chance.between(10, 45)),
        reference: isPlain ? written : `Invoice ${written}`,
        counterparty: texts.write(customer),
        ...(knowsNumber ? { 'attributes.account': `C${customer.number}` } : {}),
      })
    }
    const draw = chance.fraction()
    if (draw < 0.12) invoice()
    else if (draw < 0.15) line()
    else book.belong([invoice()], [line()])
  }
  return book.finish({ rules: [], layout: { texts: texts.name, discount: moneyText(discount), step: String(step) } })
}
