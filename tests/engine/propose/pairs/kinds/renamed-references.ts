import { dateText, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { type PaymentBooks, paymentKind } from '../payments.ts'
import { documentNumbers, onFields } from '../reference-layout.ts'
import { renamings } from '../renamings.ts'

/** Long references of one side, which the other cuts to a constant length, or puts something before or after. */
export const renamedReferences = paymentKind('renamed-references', (chance, size): PaymentBooks => {
  const form = chance.of(renamings(chance))
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 8))
  const number = documentNumbers(chance, size)
  const hasName = chance.chance(0.5)
  const [sourceField, targetField] = chance.pick([
    ['reference', 'reference'],
    ['attributes.orderKey', 'reference'],
    ['reference', 'attributes.remittance'],
    ['attributes.e2e', 'attributes.custRef'],
    ['reference', 'description'],
  ])
  const reference = { ...onFields(sourceField, targetField), ...form.criterion }
  return {
    shares: { twins: chance.pick([0, 0.01]), off: chance.pick([0, 0.01]), duplicate: chance.pick([0, 0.01]) },
    payment: () => ({ business: chance.of(businesses), cents: amounts(), day: period.workday(), number: number() }),
    source: (payment) => ({
      amount: moneyText(payment.cents),
      currency: 'EUR',
      date: dateText(payment.day),
      counterparty: payment.business.name,
      [sourceField]: form.source(payment.number),
    }),
    target: (payment) => ({
      amount: moneyText(payment.cents),
      currency: 'EUR',
      date: dateText(workdaysAfter(payment.day, lag.draw())),
      ...(hasName ? { counterparty: payment.business.bare } : {}),
      [targetField]: form.target(payment.number),
    }),
    rules: [
      { id: 'reference', match: [reference, { field: 'amount' }] },
      { id: 'cents', variance: 'rounding', match: [reference, { field: 'amount', tolerance: '0.05' }] },
    ],
    layout: { form: form.name, fields: `${sourceField} and ${targetField}` },
  }
})
