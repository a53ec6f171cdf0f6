import type { NormalizeStep } from '../../../../../engine/rules/language/criterion-form.ts'
import type { CriterionInput, RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import type { Chance } from '../chance.ts'
import { dateText, type Lag, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { dirtOf, dirty } from '../dirt.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf, legalWords } from '../names.ts'
import { farApart, type Payment, type PaymentBooks, paymentKind } from '../payments.ts'
import { documentNumbers, onFields } from '../reference-layout.ts'

/** No field for a reference: amounts, days, and texts that were typed by hand. */
export const dirtyText = paymentKind('dirty-text', (chance, size): PaymentBooks => {
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 5))
  const number = documentNumbers(chance, size)
  const layout = layoutOf(chance)
  return {
    shares: { twins: chance.pick([0, 0.01]), duplicate: chance.pick([0, 0.01]) },
    payment: farApart(() => ({
      business: chance.of(businesses),
      cents: amounts(),
      day: period.workday(),
      number: number(),
    })),
    source: (payment) => ({
      amount: moneyText(payment.cents),
      currency: 'EUR',
      date: dateText(payment.day),
      [layout.fields[0]]: layout.source(payment),
    }),
    target: (payment) => ({
      amount: moneyText(payment.cents),
      currency: 'EUR',
      date: dateText(workdaysAfter(payment.day, lag.draw())),
      [layout.fields[1]]: layout.target(payment),
    }),
    rules: rulesOf(layout, lag.window),
    layout: { fields: layout.fields.join(' and '), lag: lag.name, text: layout.name },
  }
})

interface Layout {
  readonly name: string
  readonly fields: readonly [string, string]
  readonly source: (payment: Payment) => string
  readonly target: (payment: Payment) => string
  readonly isNumbered: boolean
}

const fieldPairs: readonly (readonly [string, string])[] = [
  ['counterparty', 'description'],
  ['counterparty', 'counterparty'],
  ['description', 'description'],
  ['attributes.customer', 'description'],
  ['attributes.payer', 'attributes.narrative'],
]

function layoutOf(chance: Chance): Layout {
  const dirt = dirtOf(chance)
  const fields = chance.of(fieldPairs)
  const [isUpper, hasLegalForm] = [chance.chance(0.5), chance.chance(0.5)]
  const before = chance.pick(['', '', 'SEPA CREDIT ', 'Zahlung '])
  const isNumbered = chance.chance(0.3)
  const nameOf = ({ business }: Payment): string => {
    const text = dirty(chance, hasLegalForm ? business.name : business.bare, dirt)
    return isUpper ? text.toUpperCase() : text
  }
  const numbers: readonly ((number: number) => string)[] = [
    (number) => `inv.no ${number}`,
    (number) => `#${number}`,
    (number) => `RE ${String(number).padStart(6, '0')}`,
    (number) => `Inv${number}`,
  ]
  return {
    name: `${isNumbered ? 'numbers in' : before} ${JSON.stringify(dirt)}`,
    fields,
    isNumbered,
    source: (payment) => (isNumbered ? `Invoice ${payment.number} ${payment.business.name}` : payment.business.name),
    target: (payment) =>
      isNumbered ? `${chance.of(numbers)(payment.number)} ${nameOf(payment)}` : `${before}${nameOf(payment)}`,
  }
}

function rulesOf({ fields, isNumbered }: Layout, days: Lag['window']): readonly RuleInput[] {
  const amount = { field: 'amount' }
  const digits: CriterionInput = { ...onFields(...fields), normalize: ['digits', 'strip-leading-zeros'] }
  if (isNumbered) return [{ id: 'number', match: [amount, digits] }]
  const steps: readonly NormalizeStep[] = [
    'upper',
    'fold-accents',
    { strip: ['SEPA CREDIT', 'ZAHLUNG', ...legalWords] },
    'sort-tokens',
  ]
  const name: CriterionInput = {
    ...onFields(...fields),
    normalize: steps,
    similarity: { method: 'trigram', min: '0.5' },
  }
  return [
    {
      id: 'text',
      rank: ['skipped', 'amount', 'text', 'days'],
      match: [amount, { field: 'date', days }, name],
    },
  ]
}
