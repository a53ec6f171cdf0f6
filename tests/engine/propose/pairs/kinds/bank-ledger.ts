import type { CriterionInput, RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import type { Chance } from '../chance.ts'
import { type CounterpartyLayout, counterpartyLayoutOf } from '../counterparty-layout.ts'
import { dateText, type Lag, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { sharesOf } from '../events.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { farApart, type Payment, type PaymentBooks, paymentKind } from '../payments.ts'
import { documentNumbers, type ReferenceLayout, referenceLayoutOf } from '../reference-layout.ts'

/** A cash ledger against the statement of its bank. */
export const bankLedger = paymentKind('bank-ledger', (chance, size): PaymentBooks => {
  const [reference, names] = [referenceLayoutOf(chance, size), counterpartyLayoutOf(chance)]
  const [lag, signs] = [lagOf(chance), signsOf(chance)]
  const valueDate = chance.pick(['', '', 'valueDate', 'attributes.transactionDate'])
  const charge = chance.pick([0, 0, 150, 500])
  return {
    shares: sharesOf(chance),
    mayLackSource: true,
    payment: farApart(paymentsOf(chance, size)),
    ...(charge > 0 ? { offBy: () => -charge } : {}),
    source: ({ cents, day, business, number }, naming) => ({
      ...signs.source(cents),
      currency: 'EUR',
      date: dateText(day),
      ...names.source(business),
      [reference.sourceField]: reference.source(number, naming),
    }),
    target: ({ cents, day, business, number }, naming) => ({
      amount: signs.target(cents),
      currency: 'EUR',
      date: dateText(workdaysAfter(day, lag.draw())),
      ...(valueDate === '' ? {} : { [valueDate]: dateText(day) }),
      ...names.target(business),
      [reference.targetField]: reference.target(number, naming),
    }),
    rules: rulesOf({ reference, names, days: lag.window, sign: signs.sign, off: charge > 0 ? charge : 5 }),
    layout: {
      reference: reference.name,
      names: names.name,
      lag: lag.name,
      signs: signs.sign,
      charge: moneyText(charge),
    },
  }
})

/** Money in, and in some layouts out as well; a number may stand for several payments of one business. */
function paymentsOf(chance: Chance, size: number): () => Payment {
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 8))
  const number = documentNumbers(chance, size)
  const [paidShare, againShare] = [chance.pick([0, 0.3, 0.5]), chance.pick([0, 0, 0.1])]
  let last: Pick<Payment, 'business' | 'number'> | undefined
  return () => {
    const isAgain = last !== undefined && chance.chance(againShare)
    last = isAgain && last !== undefined ? last : { business: chance.of(businesses), number: number() }
    return { ...last, cents: amounts() * (chance.chance(paidShare) ? -1 : 1), day: period.workday() }
  }
}

type Sign = 'same' | 'opposite' | 'absolute'

interface Signs {
  readonly sign: Sign
  readonly source: (cents: number) => { readonly amount: string; readonly type?: string }
  readonly target: (cents: number) => string
}

const signsOf = (chance: Chance): Signs =>
  chance.pick<Signs>([
    { sign: 'same', source: (cents) => ({ amount: moneyText(cents) }), target: moneyText },
    { sign: 'same', source: (cents) => ({ amount: moneyText(cents), type: 'payment' }), target: moneyText },
    { sign: 'opposite', source: (cents) => ({ amount: moneyText(cents) }), target: (cents) => moneyText(-cents) },
    {
      sign: 'absolute',
      source: (cents) => ({ amount: moneyText(Math.abs(cents)), type: cents < 0 ? 'credit' : 'debit' }),
      target: moneyText,
    },
  ])

interface RuleParts {
  readonly reference: ReferenceLayout
  readonly names: CounterpartyLayout
  readonly days: Lag['window']
  readonly sign: Sign
  readonly off: number
}

function rulesOf({ reference: { criterion: reference, ...layout }, names, days, sign, off }: RuleParts): RuleInput[] {
  const amount: CriterionInput = { field: 'amount', sign }
  const name = [names.criterion, amount, { field: 'date', days }]
  return [
    { id: 'reference', match: [reference, amount] },
    { id: 'off', variance: 'other', match: [reference, names.criterion, { ...amount, tolerance: moneyText(off) }] },
    { id: 'split', cardinality: '1:n', match: [reference], sum: { sign } },
    { id: 'joined', cardinality: 'n:1', match: [reference], sum: { sign } },
    { id: 'name', match: [...name, { ...reference, nulls: 'skip' }] },
    { id: 'typo', match: [...name, { ...layout.similar }] },
  ]
}
