import type { RuleInput } from '../../../../../engine/index.ts'
import { createChance } from '../chance.ts'
import { calendarDays, dateText, lagOf, periodOf, workdayFrom, workdaysAfter } from '../days.ts'
import type { Draft } from '../draft.ts'
import { eventsOf } from '../events.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { amountsOf, moneyText } from '../money.ts'
import { type Business, businessesOf } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { documentNumbers, inFields } from '../reference-layout.ts'

/** Payments of which some are voided and issued again, under the same number or another. */
export const voids: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('voids', seed)
  const book = createPairBook(chance)
  const reference = inFields(chance, size)
  const [lag, period, amounts] = [lagOf(chance), periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 6))
  const number = documentNumbers(chance, size)
  const isMirrored = chance.chance(0.4)
  const isSameNumber = chance.chance(0.5)
  const voidShare = chance.share(0.05, 0.1)
  const turn = chance.pick([1, 1, -1])
  const entryOf = ({ business, cents, day, number: ofDocument }: Issue): Draft => ({
    amount: moneyText(cents),
    currency: 'USD',
    date: dateText(day),
    counterparty: business.name,
    type: cents > 0 ? 'void' : 'payment',
    [reference.sourceField]: reference.source(ofDocument),
  })
  const lineOf = ({ cents, day, number: ofDocument }: Issue): Draft => ({
    amount: moneyText(turn * cents),
    currency: 'USD',
    date: dateText(workdaysAfter(day, lag.draw())),
    [reference.targetField]: reference.target(ofDocument),
  })
  const belong = (issue: Issue): void => book.belong([book.source(entryOf(issue))], [book.target(lineOf(issue))])
  for (const event of eventsOf(chance, Math.round(size / (1 + 2 * voidShare)))) {
    const issue = { business: chance.of(businesses), cents: -amounts(), day: period.workday(), number: number() }
    if (event === 'source') book.source(entryOf(issue))
    else if (event === 'target') book.target(lineOf(issue))
    else if (event === 'decoy') {
      book.source(entryOf(issue))
      book.target(lineOf({ ...issue, number: number() }))
    } else if (!chance.chance(voidShare)) belong(issue)
    else {
      const reversal = { ...issue, cents: -issue.cents, day: workdayFrom(issue.day + chance.between(0, 2)) }
      const again = {
        ...issue,
        day: workdayFrom(reversal.day + chance.between(10, 20)),
        number: isSameNumber ? issue.number : number(),
      }
      for (const each of [issue, reversal]) {
        if (isMirrored) belong(each)
        else book.source(entryOf(each))
      }
      if (chance.chance(0.8)) belong(again)
    }
  }
  const amount = { field: 'amount', ...(turn === 1 ? {} : { sign: 'opposite' as const }) }
  const date = { field: 'date', days: { before: 0, after: calendarDays(lag.max) } }
  const netting: RuleInput = {
    id: 'void',
    side: 'source',
    match: [
      { field: reference.sourceField },
      { field: 'counterparty' },
      { field: 'amount', sign: 'opposite' },
      { field: 'date', days: { before: 4, after: 4 } },
    ],
  }
  return book.finish({
    rules: [...(isMirrored ? [] : [netting]), { id: 'reference', match: [reference.criterion, amount, date] }],
    layout: {
      reference: reference.name,
      voids: isMirrored ? 'mirrored' : 'on one side',
      again: isSameNumber ? 'same number' : 'new number',
    },
  })
}

interface Issue {
  readonly business: Business
  readonly cents: number
  readonly day: number
  readonly number: number
}
