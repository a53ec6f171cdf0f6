import { createChance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments } from '../payments.ts'
import { inFields } from '../reference-layout.ts'

/** Receivables of some companies of a group against the payables of the others: each company counts its own invoices. */
export const intercompany: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('intercompany', seed)
  const book = createPairBook(chance)
  const reference = inFields(chance, size)
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const companies = ['DE10', 'FR20', 'IT30', 'PL40', 'CH50'].slice(0, chance.pick([1, 1, 3, 5]))
  const businesses = companies.map((name) => ({ name, bare: name, number: name }))
  const counts = new Map(companies.map((company) => [company, chance.between(1, 500)]))
  const isTurned = chance.chance(0.7)
  const isSameDay = chance.chance(0.4)
  const companyField = chance.pick(['counterparty', 'attributes.seller', 'attributes.company'])
  const hasCompany = companies.length > 1
  fillPayments(
    { chance, book, size, shares: { cents: chance.pick([0, 0.02]) } },
    {
      payment: () => {
        const business = chance.of(businesses)
        const number = (counts.get(business.name) ?? 0) + chance.pick([1, 1, 2])
        counts.set(business.name, number)
        const cents = amounts() * (chance.chance(0.05) ? -1 : 1)
        return { business, cents, day: period.workday(), number }
      },
      source: (payment) => ({
        amount: moneyText(payment.cents),
        currency: 'EUR',
        date: dateText(payment.day),
        ...(hasCompany ? { [companyField]: payment.business.name } : {}),
        [reference.sourceField]: reference.source(payment.number),
        account: '140000',
      }),
      target: (payment) => ({
        amount: moneyText(isTurned ? -payment.cents : payment.cents),
        currency: 'EUR',
        date: dateText(payment.day + (isSameDay ? 0 : chance.between(0, 20))),
        ...(hasCompany ? { [companyField]: payment.business.name } : {}),
        [reference.targetField]: reference.target(payment.number),
        account: '160000',
      }),
    },
  )
  const amount = { field: 'amount', ...(isTurned ? { sign: 'opposite' as const } : {}) }
  const company = hasCompany ? [{ field: companyField }] : []
  return book.finish({
    rules: [
      { id: 'invoice', match: [reference.criterion, ...company, amount] },
      { id: 'cents', variance: 'rounding', match: [reference.criterion, ...company, { ...amount, tolerance: '0.05' }] },
    ],
    layout: { reference: reference.name, companies: String(companies.length), signs: isTurned ? 'opposite' : 'same' },
  })
}
