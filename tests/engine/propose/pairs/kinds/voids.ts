import type { RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, lagOf, periodOf, workdayFrom, workdaysAfter } from '../days.ts'
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
  const layout = layoutOf(chance, size)
  const [period, amounts] = [periodOf(chance), amountsOf(chance)]
  const businesses = businessesOf(chance, Math.ceil(size / 6))
  const number = documentNumbers(chance, size)
  const voidShare = chance.share(0.05, 0.1)
  const belong = (issue: Issue): void =>
    book.belong([book.source(layout.source(issue))], [book.target(layout.target(issue))])
  const voided = (issue: Issue): void => {
    const reversal = { ...issue, isVoid: true, cents: -issue.cents, day: workdayFrom(issue.day + chance.between(0, 2)) }
    const later = workdayFrom(reversal.day + chance.between(10, 20))
    for (const each of [issue, reversal]) {
      if (layout.isMirrored) belong(each)
      else book.source(layout.source(each))
    }
    if (chance.chance(0.8)) belong({ ...issue, day: later, number: layout.isSameNumber ? issue.number : number() })
  }
  for (const event of eventsOf(chance, Math.round(size / (1 + 2 * voidShare)))) {
    const issue = {
      business: chance.of(businesses),
      cents: -amounts(),
      day: period.workday(),
      number: number(),
      isVoid: false,
    }
    if (event === 'source') book.source(layout.source(issue))
    else if (event === 'target') book.target(layout.target(issue))
    else if (event === 'decoy') {
      book.source(layout.source(issue))
      book.target(layout.target({ ...issue, number: number() }))
    } else if (chance.chance(voidShare)) voided(issue)
    else belong(issue)
  }
  return book.finish({ rules: layout.rules, layout: { voids: layout.name } })
}

interface Issue {
  readonly business: Business
  readonly cents: number
  readonly day: number
  readonly number: number
  readonly isVoid: boolean
}

interface Layout {
  readonly name: string
  /** Whether the other side has what is voided as well. */
  readonly isMirrored: boolean
  readonly isSameNumber: boolean
  readonly source: (issue: Issue) => Draft
  readonly target: (issue: Issue) => Draft
  readonly rules: readonly RuleInput[]
}

function layoutOf(chance: Chance, size: number): Layout {
  const [reference, lag] = [inFields(chance, size), lagOf(chance)]
  const [isMirrored, isSameNumber] = [chance.chance(0.4), chance.chance(0.5)]
  const isTurned = chance.chance(0.4)
  const [typeField, issued, voided] = chance.pick([
    ['type', 'payment', 'void'],
    ['type', 'CHK', 'CHK'],
    ['status', 'issued', 'voided'],
    ['attributes.entryType', 'P', 'R'],
  ])
  const date = { field: 'date', days: lag.window }
  const amount = { field: 'amount', ...(isTurned ? { sign: 'opposite' as const } : {}) }
  return {
    name: `${isMirrored ? 'mirrored' : 'on one side'}, ${isSameNumber ? 'same number' : 'new number'}, ${reference.name}`,
    isMirrored,
    isSameNumber,
    source: ({ business, cents, day, number, isVoid }) => ({
      amount: moneyText(cents),
      currency: 'USD',
      date: dateText(day),
      counterparty: business.name,
      [typeField]: isVoid ? voided : issued,
      [reference.sourceField]: reference.source(number),
    }),
    target: ({ cents, day, number }) => ({
      amount: moneyText(isTurned ? -cents : cents),
      currency: 'USD',
      date: dateText(workdaysAfter(day, lag.draw())),
      [reference.targetField]: reference.target(number, 'named'),
    }),
    rules: [
      ...(isMirrored ? [] : [netting(reference.sourceField)]),
      { id: 'reference', match: [reference.criterion, amount, date] },
    ],
  }
}

const netting = (field: string): RuleInput => ({
  id: 'void',
  side: 'source',
  match: [
    { field },
    { field: 'counterparty' },
    { field: 'amount', sign: 'opposite' },
    { field: 'date', days: { before: 4, after: 4 } },
  ],
})
