import { base32, scramble } from '../../../../bench/random.ts'
import { createChance } from '../chance.ts'
import { dateText, isWeekend, periodOf, workdaysAfter } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { businessesOf, foldAccents } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { fillPayments } from '../payments.ts'
import { documentNumbers, onFields } from '../reference-layout.ts'

/** Purchases by card as they were made, against the statement, which books them days later. */
export const cardsWithLag: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('cards-with-lag', seed)
  const book = createPairBook(chance)
  const hasCode = chance.chance(0.5)
  const [period, amounts] = [periodOf(chance), amountsOf(chance, hasCode)]
  const merchants = businessesOf(chance, Math.ceil(size / 5))
  const isTurned = chance.chance(0.5)
  const lag = chance.pick([
    [1, 1, 2, 2, 3],
    [2, 2, 2, 3],
    [1, 1, 1, 1, 4],
  ])
  const cardCount = Math.ceil(size / chance.between(8, 20))
  const [cardOfSource, cardOfTarget] = chance.pick([
    ['account', 'account'],
    ['attributes.card', 'attributes.cardNumber'],
    ['attributes.last4', 'account'],
  ])
  const [codeOfSource, codeOfTarget] = chance.pick([
    ['attributes.authCode', 'attributes.approval'],
    ['reference', 'reference'],
    ['reference', 'attributes.authorisation'],
  ])
  const number = documentNumbers(chance, size)
  // Payments that follow each other are of different cards, so that a decoy is never of its double's card.
  const cardOf = (payment: number): string => String(1_000 + ((7_919 * (payment % cardCount)) % 900_001))
  const codeOf = (payment: number): string => (hasCode ? base32(scramble(payment)).slice(-6) : '')
  const isDirty = chance.chance(0.6)
  fillPayments(
    { chance, book, size, shares: { unnamed: hasCode ? chance.share(0.05, 0.15) : 0, twins: 0 } },
    {
      payment: () => ({ business: chance.of(merchants), cents: amounts(), day: period.day(), number: number() }),
      source: (payment) => ({
        amount: moneyText(payment.cents),
        currency: 'EUR',
        date: dateText(payment.day),
        counterparty: payment.business.name,
        [cardOfSource]: cardOf(payment.number),
        [codeOfSource]: codeOf(payment.number),
      }),
      target: (payment, isNamed) => ({
        amount: moneyText(isTurned ? -payment.cents : payment.cents),
        currency: 'EUR',
        date: dateText(workdaysAfter(payment.day, chance.of(lag) - (isWeekend(payment.day) ? 1 : 0))),
        description: isDirty
          ? `${chance.pick(['SQ *', 'PAYPAL *', '', ''])}${foldAccents(payment.business.bare).toUpperCase().slice(0, 18)} ${chance.between(100, 999)}`
          : payment.business.name,
        [cardOfTarget]: cardOf(payment.number),
        [codeOfTarget]: isNamed ? codeOf(payment.number) : '',
      }),
    },
  )
  const amount = { field: 'amount', ...(isTurned ? { sign: 'opposite' as const } : {}) }
  const card = onFields(cardOfSource, cardOfTarget)
  const code = onFields(codeOfSource, codeOfTarget)
  const date = { field: 'date', days: { before: 0, after: 7 } }
  return book.finish({
    rules: [
      ...(hasCode ? [{ id: 'code', match: [code, card, amount] }] : []),
      { id: 'card', match: [card, amount, date, ...(hasCode ? [{ ...code, nulls: 'skip' as const }] : [])] },
    ],
    layout: {
      code: hasCode ? `${codeOfSource} and ${codeOfTarget}` : 'none',
      card: `${cardOfSource} and ${cardOfTarget}`,
    },
  })
}
