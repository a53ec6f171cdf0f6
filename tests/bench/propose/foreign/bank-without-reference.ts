import { type Chance, createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, lagOf, periodOf, workdaysAfter } from '../../../engine/propose/pairs/days.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { amountsOf, moneyText } from '../../../engine/propose/pairs/money.ts'
import { businessesOf } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'
import { bankTextsOf } from './bank-texts.ts'

/** A ledger against a bank that tells no reference: names cut and abbreviated, deposits of several receipts, charges. */
export const bankWithoutReference: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('bank-without-reference', seed)
  const book = createPairBook(chance)
  const [period, amounts, lag] = [periodOf(chance), amountsOf(chance), lagOf(chance)]
  const businesses = businessesOf(chance, size / 4)
  const texts = bankTextsOf(chance)
  const { isReversed, paidShare, batchShare, chargeShare, nameField } = layoutOf(chance)
  const turned = isReversed ? -1 : 1
  const receiptOf = (sign: number) => {
    const [business, cents, day] = [chance.of(businesses), sign * amounts(), period.workday()]
    const item = book.source({
      amount: moneyText(turned * cents),
      currency: 'EUR',
      date: dateText(day),
      [nameField]: business.name,
      'attributes.entry': `JE${chance.between(10_000, 99_999)}`,
    })
    return { business, cents, day, item }
  }
  const bank = (cents: number, day: number, description: string) =>
    book.target({ amount: moneyText(cents), currency: 'EUR', date: dateText(day), description })
  for (let left = size; left > 0; left -= 1) {
    const draw = chance.fraction()
    if (draw < batchShare) {
      const parts = Array.from({ length: chance.between(2, 4) }, () => receiptOf(1))
      // A batch holds the receipts of the last days.
      const day = Math.max(...parts.map((part) => part.day))
      for (const part of parts) part.item = Object.assign(part.item, { date: dateText(day - chance.between(0, 2)) })
      const sum = parts.reduce((total, { cents }) => total + cents, 0)
      book.belong(
        parts.map(({ item }) => item),
        [bank(sum, workdaysAfter(day, 1), 'COUNTER DEPOSIT')],
      )
      left -= parts.length - 1
      continue
    }
    const sign = chance.chance(paidShare) ? -1 : 1
    if (draw < batchShare + 0.06) receiptOf(sign)
    else if (draw < batchShare + 0.12)
      bank(
        sign * amounts(),
        period.workday(),
        chance.pick(['ACCOUNT FEE', 'INTEREST', texts.write(chance.of(businesses))]),
      )
    else {
      const { business, cents, day, item } = receiptOf(sign)
      const charge = chance.chance(chargeShare) ? chance.pick([150, 500, 1500]) : 0
      book.belong([item], [bank(cents - charge, workdaysAfter(day, lag.draw()), texts.write(business))])
    }
  }
  const layout = { texts: texts.name, lag: lag.name, batches: String(batchShare), charges: String(chargeShare) }
  return book.finish({ rules: [], layout })
}

const layoutOf = (chance: Chance) => ({
  isReversed: chance.chance(0.3),
  paidShare: chance.pick([0, 0.4]),
  batchShare: chance.pick([0, 0.08]),
  chargeShare: chance.pick([0, 0.05]),
  nameField: chance.pick(['counterparty', 'counterparty', 'description', 'attributes.payee']),
})
