import { createChance } from '../../../engine/propose/pairs/chance.ts'
import { dateText, dayOf, workdayFrom } from '../../../engine/propose/pairs/days.ts'
import { type PairGenerator, sizeUsual } from '../../../engine/propose/pairs/generated-pair.ts'
import { moneyText } from '../../../engine/propose/pairs/money.ts'
import { foldAccents, personAt } from '../../../engine/propose/pairs/names.ts'
import { createPairBook } from '../../../engine/propose/pairs/pair-book.ts'

/** Rents that are due each month against what arrives: equal amounts month by month, names of payers cut and turned. */
export const rentRoll: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('rent-roll', seed)
  const book = createPairBook(chance)
  const months = 6
  const tenants = Array.from({ length: Math.ceil(size / months) }, (_, index) => ({
    name: personAt(index * 3 + chance.between(0, 2)),
    cents: 1_000 * chance.between(40, 180) + chance.pick([0, 0, 50, 500]),
    isTurned: chance.chance(0.5),
    cut: chance.pick([12, 16, 40]),
    unit: `${chance.between(1, 60)}/${chance.between(1, 12)}`,
  }))
  const before = chance.pick(['RENT ', 'MIETE ', ''])
  for (const { name, cents, isTurned, cut, unit } of tenants)
    for (let month = 1; month <= months; month += 1) {
      const due = dayOf(`2026-0${month}-01`)
      const item = () =>
        book.source({
          amount: moneyText(cents),
          currency: 'EUR',
          date: dateText(due),
          counterparty: name,
          'attributes.unit': unit,
        })
      const paid = () => {
        const words = foldAccents(name).toUpperCase().split(' ')
        return book.target({
          amount: moneyText(cents),
          currency: 'EUR',
          date: dateText(workdayFrom(due + chance.between(-3, 6))),
          description: `${before}${(isTurned ? words.toReversed() : words).join(' ').slice(0, cut)}`,
        })
      }
      const draw = chance.fraction()
      if (draw < 0.06) item()
      else if (draw < 0.09) paid()
      else book.belong([item()], [paid()])
    }
  return book.finish({ rules: [], layout: { before } })
}
