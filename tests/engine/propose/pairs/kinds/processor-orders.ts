import type { RuleInput } from '../../../../../engine/index.ts'
import type { Chance } from '../chance.ts'
import { dateText, periodOf } from '../days.ts'
import { eventsOf } from '../events.ts'
import type { GeneratedPair } from '../generated-pair.ts'
import { amountsOf, moneyText, percentOf } from '../money.ts'
import { createPairBook } from '../pair-book.ts'
import { documentNumbers, inFields } from '../reference-layout.ts'

/** Orders of a shop against what the processor pays for each: less a fee of one rate, or of two. */
export function processorOrders(chance: Chance, size: number): GeneratedPair {
  const book = createPairBook(chance)
  const reference = inFields(chance, size)
  const [period, amounts, number] = [periodOf(chance), amountsOf(chance), documentNumbers(chance, size)]
  const rates = chance.pick([[290], [290, 150], [140]])
  const fixed = chance.pick([0, 25, 30])
  const field = chance.pick(['net', 'amount'])
  for (const event of eventsOf(chance, size, { decoy: 0 })) {
    const [cents, day, order] = [amounts(), period.day(), number()]
    const region = chance.between(0, rates.length - 1)
    const fee = percentOf(cents, rates[region] ?? 0) + fixed
    const entry = {
      amount: moneyText(cents),
      currency: 'EUR',
      date: dateText(day),
      [reference.sourceField]: reference.source(order),
      ...(rates.length > 1 ? { 'attributes.region': region === 0 ? 'US' : 'EU' } : {}),
    }
    const line = {
      [field]: moneyText(cents - fee),
      currency: 'EUR',
      date: dateText(day + chance.between(0, 3)),
      [reference.targetField]: reference.target(order),
    }
    if (event === 'source') book.source(entry)
    else if (event === 'target') book.target(line)
    else book.belong([book.source(entry)], [book.target(line)])
  }
  const rules = rates.map(
    (rate, index): RuleInput => ({
      id: `rate-${index + 1}`,
      variance: 'fee',
      match: [reference.criterion],
      sum: {
        source: [
          { field: 'amount' },
          { percent: moneyText(-rate), of: 'amount' },
          ...(fixed > 0 ? [{ fixed: moneyText(-fixed) }] : []),
        ],
        target: [{ field }],
        tolerance: '0.01',
      },
    }),
  )
  return book.finish({
    rules,
    layout: {
      fees: rates.map((rate) => `${moneyText(rate)} %`).join(' or '),
      fixed: moneyText(fixed),
      reference: reference.name,
    },
  })
}
