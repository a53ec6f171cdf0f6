import type { CriterionInput, RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import type { Chance } from '../chance.ts'
import { dateText, type Period, periodOf, workdaysAfter } from '../days.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { type Payment, type PaymentBooks, paymentKind } from '../payments.ts'
import { documentNumbers, inFields } from '../reference-layout.ts'

/** Payments in dollars and euros: mixed on both sides, or dollars on one side that the other has in euros. */
export const twoCurrencies = paymentKind('two-currencies', (chance, size): PaymentBooks => {
  const reference = inFields(chance, size)
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 6))
  const number = documentNumbers(chance, size)
  const mode = chance.of(modes)
  const rateOf = ratesOf(chance, period)
  const isDollar = (payment: Payment): boolean =>
    mode === 'converted' || mode === 'converted with the original' || payment.number % 3 !== 0
  const isConverted = mode !== 'mixed'
  const lag = chance.between(0, 2)
  return {
    shares: mode === 'mixed' ? { off: chance.pick([0, 0.01]), twins: chance.pick([0, 0.01]) } : {},
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
      return {
        amount: moneyText(isTurned ? Math.round((payment.cents * rateOf(payment.day)) / 10_000) : payment.cents),
        currency: isDollar(payment) && !isConverted ? 'USD' : 'EUR',
        date: dateText(workdaysAfter(payment.day, chance.between(0, lag))),
        counterparty: payment.business.name,
        [reference.targetField]: reference.target(payment.number, 'named'),
        ...(mode === 'converted with the original'
          ? { 'attributes.originalAmount': moneyText(payment.cents), 'attributes.originalCurrency': 'USD' }
          : {}),
      }
    },
    rules: rulesOf(reference.criterion, mode),
    layout: { mode, reference: reference.name },
  }
})

const modes = ['mixed', 'converted', 'converted with the original', 'partly converted'] as const

function rulesOf(key: CriterionInput, mode: (typeof modes)[number]): readonly RuleInput[] {
  const plain: RuleInput = { id: 'reference', match: [key, { field: 'amount' }] }
  const cents: RuleInput = { id: 'cents', variance: 'rounding', match: [key, { field: 'amount', tolerance: '0.05' }] }
  const original: RuleInput = {
    id: 'original',
    crossCurrency: true,
    match: [key, { sourceField: 'amount', targetField: 'attributes.originalAmount' }],
  }
  const converted: RuleInput = {
    id: 'converted',
    variance: 'fx',
    crossCurrency: true,
    match: [key, { field: 'amount', tolerance: { from: '-30%', to: '0' } }],
  }
  if (mode === 'mixed') return [plain, cents]
  if (mode === 'converted') return [converted]
  return mode === 'partly converted' ? [plain, converted] : [original]
}

/** Euros for 10,000 dollars on each day: a walk of small steps. */
function ratesOf(chance: Chance, { first, dayCount }: Period): (day: number) => number {
  let rate = chance.between(8_600, 9_500)
  const rates = Array.from({ length: dayCount + 7 }, () => {
    rate = Math.min(9_700, Math.max(8_300, rate + chance.between(-40, 40)))
    return rate
  })
  return (day) => rates[day - first] ?? rate
}
