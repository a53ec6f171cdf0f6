import { createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, periodOf } from '../../../engine/propose/pairs/days.ts'
import { withTypo } from '../../../engine/propose/pairs/dirt.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { moneyText } from '../../../engine/propose/pairs/money.ts'
import { personAt } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'

/** Fees of one or a few amounts, all due on one day: a member's number of seven digits and a name tell them apart. */
export const equalAmounts: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('equal-amounts', seed)
  const book = createPairBook(chance)
  const prices = Array.from({ length: chance.pick([1, 1, 3]) }, () => 500 * chance.between(4, 60))
  const due = periodOf(chance).workday()
  const [typoShare, hasName] = [chance.share(0, 0.1), chance.chance(0.7)]
  for (let position = 0; position < size; position += 1) {
    const [cents, number] = [chance.of(prices), String(chance.between(1_000_000, 9_999_999))]
    const name = personAt(chance.between(0, 4 * size))
    const member = () =>
      book.source({
        amount: moneyText(cents),
        currency: 'EUR',
        date: dateText(due),
        reference: number,
        ...(hasName ? { counterparty: name } : {}),
      })
    const payment = () =>
      book.target({
        amount: moneyText(cents),
        currency: 'EUR',
        date: dateText(due + chance.between(0, 2)),
        description: `Member ${chance.chance(typoShare) ? withTypo(chance, number) : number}`,
        ...(hasName
          ? { counterparty: chance.chance(0.2) ? withTypo(chance, name.toUpperCase()) : name.toUpperCase() }
          : {}),
      })
    const draw = chance.fraction()
    if (draw < 0.05) member()
    else if (draw < 0.08) payment()
    else book.belong([member()], [payment()])
  }
  return book.finish({ rules: [], layout: { prices: String(prices.length), hasName: String(hasName) } })
}
