import { createChance } from '../chance.ts'
import { calendarDays, dateText, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { dirtOf, dirty } from '../dirt.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf, legalWords } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments } from '../payments.ts'
import { documentNumbers } from '../reference-layout.ts'

/** No reference at all: amounts, days, and names that were typed by hand. */
export const dirtyText: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('dirty-text', seed)
  const book = createPairBook(chance)
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 5))
  const number = documentNumbers(chance, size)
  const dirt = dirtOf(chance)
  const isUpper = chance.chance(0.5)
  const hasLegalForm = chance.chance(0.5)
  const [sourceField, targetField] = chance.pick([
    ['counterparty', 'description'],
    ['counterparty', 'counterparty'],
    ['description', 'description'],
    ['attributes.customer', 'description'],
  ])
  fillPayments(
    { chance, book, size, shares: { twins: chance.pick([0, 0.01]) } },
    {
      payment: () => ({ business: chance.of(businesses), cents: amounts(), day: period.workday(), number: number() }),
      source: ({ business, cents, day }) => ({
        amount: moneyText(cents),
        currency: 'EUR',
        date: dateText(day),
        [sourceField]: business.name,
      }),
      target: ({ business, cents, day }) => {
        const text = dirty(chance, hasLegalForm ? business.name : business.bare, dirt)
        return {
          amount: moneyText(cents),
          currency: 'EUR',
          date: dateText(workdaysAfter(day, lag.draw())),
          [targetField]: isUpper ? text.toUpperCase() : text,
        }
      },
    },
  )
  return book.finish({
    rules: [
      {
        id: 'text',
        match: [
          { field: 'amount' },
          { field: 'date', days: { before: 0, after: calendarDays(lag.max) } },
          {
            sourceField,
            targetField,
            normalize: ['upper', 'fold-accents', { strip: legalWords }, 'sort-tokens'],
            similarity: { method: 'trigram', min: '0.55' },
          },
        ],
      },
    ],
    layout: { fields: `${sourceField} and ${targetField}`, lag: lag.name, dirt: JSON.stringify(dirt) },
  })
}
