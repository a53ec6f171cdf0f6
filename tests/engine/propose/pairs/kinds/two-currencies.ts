import type { RuleInput } from '../../../../../engine/index.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, type Period, periodOf, workdaysAfter } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments, type Payment } from '../payments.ts'
import { documentNumbers, inFields } from '../reference-layout.ts'

/** Payments in dollars and euros: mixed on both sides, or dollars on one side that the other has in euros. */
export const twoCurrencies: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('two-currencies', seed)
  const book = createPairBook(chance)
  const reference = inFields(chance, size)
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 6))
  const number = documentNumbers(chance, size)
  const mode = chance.pick(['mixed', 'converted', 'converted with the original', 'partly converted'] as const)
  const rateOf = ratesOf(chance, period)
  const isDollar = (payment: Payment): boolean =>
    mode === 'mixed' ? payment.number % 3 !== 0 : mode !== 'partly converted' || payment.number % 2 === 0
  const isConverted = mode !== 'mixed'
  const lag = chance.between(0, 2)
  fillPayments(
    { chance, book, size, shares: { twins: 0 } },
    {
      payment: () => ({ business: chance.of(businesses), cents: amounts(), day: period.workday(), number: number() }),
      source: (payment) => ({
        amount: moneyText(payment.cents),
        currency: isDollar(payment) ? 'USD' : 'EUR',
        date: dateText(payment.day),
        counterparty: payment.business.name,
        [reference.sourceField]: reference.source(payment.number),
      }),
      target: (payment) => {
        const isTurned = isConverted && isDollar(payment)
        const cents = isTurned ? Math.round((payment.cents * rateOf(payment.day)) / 10_000) : payment.cents
        return {
          amount: moneyText(cents),
          currency: isDollar(payment) && !isConverted ? 'USD' : 'EUR',
          date: dateText(workdaysAfter(payment.day, chance.between(0, lag))),
          counterparty: payment.business.name,
          [reference.targetField]: reference.target(payment.number),
          ...(mode === 'converted with the original'
            ? { 'attributes.originalAmount': moneyText(payment.cents), 'attributes.originalCurrency': 'USD' }
            : {}),
        }
      },
    },
  )
  const key = reference.criterion
  const plain: RuleInput = { id: 'reference', match: [key, { field: 'amount' }] }
  const original: RuleInput = {
    id: 'original',
    crossCurrency: true,
    match: [key, { sourceField: 'amount', targetField: 'attributes.originalAmount' }],
  }
  const converted: RuleInput = {
    id: 'converted',
    variance: 'fx',
    crossCurrency: true,
    ignoreAmount: true,
    match: [key],
  }
  return book.finish({
    rules:
      mode === 'mixed'
        ? [plain]
        : mode === 'converted'
          ? [converted]
          : mode === 'partly converted'
            ? [plain, converted]
            : [original],
    layout: { mode, reference: reference.name },
  })
}

/** Euros for 10,000 dollars on each day: a walk of small steps. */
function ratesOf(chance: Chance, { first, dayCount }: Period): (day: number) => number {
  let rate = chance.between(8_600, 9_500)
  const rates = Array.from({ length: dayCount + 7 }, () => {
    rate += chance.between(-40, 40)
    return rate
  })
  return (day) => rates[day - first] ?? rate
}
