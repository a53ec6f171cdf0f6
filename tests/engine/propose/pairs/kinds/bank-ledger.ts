import { createChance } from '../chance.ts'
import { counterpartyLayoutOf } from '../counterparty-layout.ts'
import { calendarDays, dateText, lagOf, periodOf, workdaysAfter } from '../days.ts'
import { sharesOf } from '../events.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments } from '../payments.ts'
import { documentNumbers, referenceLayoutOf } from '../reference-layout.ts'

/** A cash ledger against the statement of its bank. */
export const bankLedger: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('bank-ledger', seed)
  const book = createPairBook(chance)
  const [reference, names] = [referenceLayoutOf(chance, size), counterpartyLayoutOf(chance)]
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 8))
  const number = documentNumbers(chance, size)
  const turn = chance.pick([1, 1, -1])
  const paidShare = chance.pick([0, 0.3, 0.5])
  const shares = sharesOf(chance)
  fillPayments(
    { chance, book, size, shares },
    {
      payment: () => ({
        business: chance.of(businesses),
        cents: amounts() * (chance.chance(paidShare) ? -1 : 1),
        day: period.workday(),
        number: number(),
      }),
      source: (payment) => ({
        amount: moneyText(payment.cents),
        currency: 'EUR',
        date: dateText(payment.day),
        counterparty: names.source(payment.business),
        [reference.sourceField]: reference.source(payment.number),
      }),
      target: (payment, isNamed) => ({
        amount: moneyText(turn * payment.cents),
        currency: 'EUR',
        date: dateText(workdaysAfter(payment.day, lag.draw())),
        counterparty: names.target(payment.business),
        [reference.targetField]: isNamed ? reference.target(payment.number) : reference.without(),
      }),
    },
  )
  const amount = { field: 'amount', ...(turn === 1 ? {} : { sign: 'opposite' as const }) }
  const date = { field: 'date', days: { before: 0, after: calendarDays(lag.max) } }
  return book.finish({
    rules: [
      { id: 'reference', match: [reference.criterion, amount] },
      { id: 'cents', variance: 'rounding', match: [reference.criterion, { ...amount, tolerance: '0.05' }] },
      { id: 'name', match: [names.criterion, amount, date, { ...reference.criterion, nulls: 'skip' }] },
    ],
    layout: { reference: reference.name, names: names.name, lag: lag.name, signs: turn === 1 ? 'same' : 'opposite' },
  })
}
