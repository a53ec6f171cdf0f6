import type { RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import { base32, scramble } from '../../../../bench/random.ts'
import type { Chance } from '../chance.ts'
import { dateText, isWeekend, periodOf, workdaysAfter } from '../days.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { type Business, businessesOf, foldAccents } from '../names.ts'
import { type PaymentBooks, paymentKind } from '../payments.ts'
import { documentNumbers, onFields } from '../reference-layout.ts'

/** Purchases by card as they were made, against the statement, which books them days later. */
export const cardsWithLag = paymentKind('cards-with-lag', (chance, size): PaymentBooks => {
  const fields = fieldsOf(chance)
  const [period, amounts] = [periodOf(chance), amountsOf(chance, fields.hasCode)]
  const merchants = businessesOf(chance, Math.ceil(size / 5))
  const number = documentNumbers(chance, size)
  const isTurned = chance.chance(0.5)
  const lag = chance.pick([
    [1, 1, 2, 2, 3],
    [2, 2, 2, 3],
    [1, 1, 1, 1, 4],
  ])
  const merchantOf = merchantsOf(chance)
  // Payments that follow each other are of different cards, so that a decoy is never of its double's card.
  const cardCount = Math.max(4, Math.ceil(size / chance.between(8, 20)))
  const cardOf = (payment: number): string => String(1_000 + ((7_919 * (payment % cardCount)) % 900_001))
  const codeOf = (payment: number): string => (fields.hasCode ? base32(scramble(payment)).slice(-6) : '')
  return {
    shares: fields.hasCode ? { unnamed: chance.share(0.05, 0.15), off: chance.pick([0, 0.02]) } : {},
    offBy: (cents) => percentOf(cents, chance.between(500, 1_900)),
    payment: () => ({ business: chance.of(merchants), cents: amounts(), day: period.day(), number: number() }),
    source: (payment) => ({
      amount: moneyText(payment.cents),
      currency: 'EUR',
      date: dateText(payment.day),
      counterparty: payment.business.name,
      [fields.card[0]]: cardOf(payment.number),
      [fields.code[0]]: codeOf(payment.number),
    }),
    target: (payment, naming) => ({
      amount: moneyText(isTurned ? -payment.cents : payment.cents),
      currency: 'EUR',
      date: dateText(workdaysAfter(payment.day, chance.of(lag) - (isWeekend(payment.day) ? 1 : 0))),
      description: merchantOf(payment.business),
      [fields.card[1]]: fields.isMasked ? `**** ${cardOf(payment.number)}` : cardOf(payment.number),
      [fields.code[1]]: naming === 'named' ? codeOf(payment.number) : '',
    }),
    rules: rulesOf(fields, isTurned),
    layout: {
      code: fields.hasCode ? fields.code.join(' and ') : 'none',
      card: `${fields.card.join(' and ')}${fields.isMasked ? ', masked' : ''}`,
      signs: isTurned ? 'opposite' : 'same',
    },
  }
})

interface Fields {
  readonly hasCode: boolean
  readonly isMasked: boolean
  readonly card: readonly [string, string]
  readonly code: readonly [string, string]
}

const fieldsOf = (chance: Chance): Fields => ({
  hasCode: chance.chance(0.5),
  isMasked: chance.chance(0.3),
  card: chance.pick<[string, string]>([
    ['account', 'account'],
    ['attributes.card', 'attributes.cardNumber'],
    ['attributes.last4', 'account'],
  ]),
  code: chance.pick<[string, string]>([
    ['attributes.authCode', 'attributes.approval'],
    ['reference', 'reference'],
    ['reference', 'attributes.authorisation'],
  ]),
})

/** How a statement writes merchants: by their name, or cut, behind a prefix, with a number. */
function merchantsOf(chance: Chance): (merchant: Business) => string {
  if (chance.chance(0.4)) return ({ name }) => name
  return ({ bare }) => {
    const name = foldAccents(bare).toUpperCase().slice(0, 18)
    return `${chance.pick(['SQ *', 'PAYPAL *', '', ''])}${name} ${chance.between(100, 999)}`
  }
}

function rulesOf({ hasCode, isMasked, ...fields }: Fields, isTurned: boolean): readonly RuleInput[] {
  const amount = { field: 'amount', ...(isTurned ? { sign: 'opposite' as const } : {}) }
  const card = { ...onFields(...fields.card), ...(isMasked ? { normalize: ['digits' as const] } : {}) }
  const code = onFields(...fields.code)
  const date = { field: 'date', days: { before: 0, after: 7 } }
  if (!hasCode) return [{ id: 'card', match: [card, amount, date] }]
  return [
    { id: 'code', match: [code, card, amount] },
    { id: 'tip', variance: 'other', match: [code, card, { ...amount, tolerance: '20%' }, date] },
    { id: 'card', match: [card, amount, date, { ...code, nulls: 'skip' }] },
  ]
}
