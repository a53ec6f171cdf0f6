import type { RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import { dateText, periodOf } from '../days.ts'
import { amountsOf, moneyText } from '../money.ts'
import { type PaymentBooks, paymentKind } from '../payments.ts'
import { type ReferenceLayout, referenceLayoutOf } from '../reference-layout.ts'

/** Receivables of some companies of a group against the payables of the others: each company counts its own invoices. */
export const intercompany = paymentKind('intercompany', (chance, size): PaymentBooks => {
  const reference = referenceLayoutOf(chance, size)
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const companies = ['DE10', 'FR20', 'IT30', 'PL40', 'CH50'].slice(0, chance.pick([1, 1, 3, 5]))
  const businesses = companies.map((name) => ({ name, bare: name, number: name }))
  const counts = new Map(companies.map((company) => [company, chance.between(1, 500)]))
  const isTurned = chance.chance(0.7)
  const daysLate = chance.pick([0, 0, 5, 20])
  const isNumbered = chance.chance(0.4)
  const companyField =
    companies.length === 1 ? undefined : chance.pick(['counterparty', 'attributes.seller', 'account'])
  const companyOf = (name: string, after = ''): { [field: string]: string } =>
    companyField === undefined ? {} : { [companyField]: `${name}${after}` }
  return {
    shares: {
      off: chance.pick([0, 0.02]),
      split: chance.pick([0, 0, 0.05, 0.3]),
      joined: chance.pick([0, 0, 0.05]),
    },
    payment: () => {
      const business = chance.of(businesses)
      const number = (counts.get(business.name) ?? 0) + chance.pick([1, 1, 2])
      counts.set(business.name, number)
      return { business, cents: amounts() * (chance.chance(0.05) ? -1 : 1), day: period.workday(), number }
    },
    source: ({ business, cents, day, number }) => ({
      amount: moneyText(cents),
      currency: 'EUR',
      date: dateText(day),
      ...companyOf(business.name),
      [reference.sourceField]: reference.source(number),
      'attributes.glAccount': '140000',
    }),
    target: ({ business, cents, day, number }) => ({
      amount: moneyText(isTurned ? -cents : cents),
      currency: 'EUR',
      date: dateText(day + chance.between(0, daysLate)),
      ...companyOf(business.name, isNumbered ? ' Payables' : ''),
      [reference.targetField]: reference.target(number, 'named'),
      'attributes.glAccount': '160000',
    }),
    rules: rulesOf({ reference, companyField, isTurned }),
    layout: {
      reference: reference.name,
      companies: String(companies.length),
      signs: isTurned ? 'opposite' : 'same',
      late: String(daysLate),
    },
  }
})

interface Parts {
  readonly reference: ReferenceLayout
  readonly companyField: string | undefined
  readonly isTurned: boolean
}

function rulesOf({ reference: { criterion }, companyField, isTurned }: Parts): readonly RuleInput[] {
  const sign = isTurned ? 'opposite' : 'same'
  const company = companyField === undefined ? [] : [{ field: companyField, normalize: [{ strip: ['Payables'] }] }]
  const key = [criterion, ...company]
  return [
    { id: 'invoice', match: [...key, { field: 'amount', sign }] },
    { id: 'cents', variance: 'rounding', match: [...key, { field: 'amount', sign, tolerance: '0.05' }] },
    { id: 'split', cardinality: '1:n', match: key, sum: { sign } },
    { id: 'joined', cardinality: 'n:1', match: key, sum: { sign } },
  ]
}
