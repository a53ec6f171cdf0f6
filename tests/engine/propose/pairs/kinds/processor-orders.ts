import type { RuleInput, TermInput } from '../../../../../engine/rules/language/written-form.ts'
import type { Chance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import { eventsOf } from '../events.ts'
import type { GeneratedPair } from '../generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { asIds, documentNumbers, inFields, type ReferenceLayout } from '../reference-layout.ts'

/** Orders of a shop against what the processor pays for each: less a fee of one rate, or of two. */
export function processorOrders(chance: Chance, size: number): GeneratedPair {
  const book = createPairBook(chance)
  const drawn = inFields(chance, size)
  const reference = chance.chance(0.25) ? asIds(drawn) : drawn
  const [period, amounts, number] = [periodOf(chance), amountsOf(chance), documentNumbers(chance, size)]
  const fees = feesOf(chance)
  for (const event of eventsOf(chance, size, { decoy: 0 })) {
    const [cents, day, order] = [amounts(), period.day(), number()]
    const region = chance.between(0, fees.rates.length - 1)
    const fee = percentOf(cents, fees.rates[region] ?? 0) + fees.fixed
    const entry = {
      amount: moneyText(cents),
      currency: 'EUR',
      date: dateText(day),
      [reference.sourceField]: reference.source(order),
      ...(fees.rates.length > 1 ? { 'attributes.region': region === 0 ? 'US' : 'EU' } : {}),
    }
    const line = {
      [fees.field]: moneyText(cents - fee),
      ...(fees.hasGross ? { gross: moneyText(cents) } : {}),
      currency: 'EUR',
      date: dateText(day + chance.between(0, 3)),
      [reference.targetField]: reference.target(order, 'named'),
    }
    if (event === 'source') book.source(entry)
    else if (event === 'target') book.target(line)
    else book.belong([book.source(entry)], [book.target(line)])
  }
  return book.finish({
    rules: rulesOf(reference, fees),
    layout: { fees: JSON.stringify(fees), reference: reference.name },
  })
}

interface Fees {
  /** Basis points, one rate a region. */
  readonly rates: readonly number[]
  readonly fixed: number
  readonly field: string
  readonly hasGross: boolean
}

const feesOf = (chance: Chance): Fees => ({
  rates: chance.pick([[290], [290, 150], [140]]),
  fixed: chance.pick([0, 25, 30]),
  field: chance.pick(['net', 'amount']),
  hasGross: chance.chance(0.2),
})

const rulesOf = ({ criterion }: ReferenceLayout, { rates, fixed, field }: Fees): readonly RuleInput[] =>
  rates.map((rate, index) => {
    const terms: TermInput[] = [{ field: 'amount' }, { percent: moneyText(-rate), of: 'amount' }]
    if (fixed > 0) terms.push({ fixed: moneyText(-fixed) })
    return {
      id: `rate-${index + 1}`,
      variance: 'fee',
      match: [criterion],
      sum: { source: terms, target: [{ field }], tolerance: '0.01' },
    }
  })
