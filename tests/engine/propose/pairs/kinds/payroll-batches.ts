import type { CriterionInput } from '../../../../../engine/index.ts'
import { type Chance, createChance } from '../chance.ts'
import { dateText, periodOf, workdayFrom } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { personAt } from '../names.ts'
import { createPairBook } from '../pair-book.ts'

/** Wages of the people of each department against the batches in which the bank paid them. */
export const payrollBatches: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('payroll-batches', seed)
  const book = createPairBook(chance)
  const layout = layoutOf(chance)
  const period = periodOf(chance)
  const perBatch = chance.between(6, 20)
  const runCount = chance.between(3, 8)
  const runDays = chance.pick([7, 14, 28])
  const departmentCount = layout.isOnePerRun ? 1 : Math.max(1, Math.round(size / perBatch / runCount))
  const people = Math.max(perBatch, Math.round(size / runCount / departmentCount))
  const turn = chance.pick([1, -1])
  const [odd, unpaid] = [chance.share(0.01, 0.04), chance.share(0.02, 0.06)]
  const wages = Array.from({ length: departmentCount * people }, () => 100 * chance.between(1_200, 6_500))
  const currency = 'EUR'
  let batchNumber = chance.between(100, 5_000)
  for (let run = 0; run < runCount; run += 1) {
    const day = workdayFrom(period.first + run * runDays)
    for (let department = 0; department < departmentCount; department += 1) {
      batchNumber += chance.pick([1, 1, 2])
      const batch = { run, department, day, number: batchNumber }
      const lines = Array.from({ length: people }, (_, index) => {
        const person = department * people + index
        const cents = (wages[person] ?? 0) + (chance.chance(0.3) ? chance.between(1, 50_000) : 0)
        return {
          cents,
          draft: { amount: moneyText(cents), currency, counterparty: personAt(person), ...layout.source(batch) },
        }
      }).filter(() => !chance.chance(0.05))
      const cents = lines.reduce((sum, line) => sum + line.cents, 0)
      const isOdd = lines.length > 1 && chance.chance(odd)
      const items = lines.slice(isOdd ? 1 : 0).map(({ draft }) => book.source(draft))
      if (chance.chance(unpaid)) continue
      const target = book.target({ amount: moneyText(turn * cents), currency, ...layout.target(batch) })
      book.belong(items, [target], isOdd ? 'unasked' : undefined)
    }
  }
  for (let left = Math.round(size * 0.02); left > 0; left -= 1) {
    const batch = {
      run: 90,
      department: chance.between(90, 99),
      day: period.first - 40 + left,
      number: batchNumber + 10 + left,
    }
    book.target({ amount: moneyText(turn * chance.between(500_000, 9_000_000)), currency, ...layout.target(batch) })
  }
  return book.finish({
    rules: [
      {
        id: 'batch',
        cardinality: 'n:1',
        match: [...layout.criteria],
        sum: turn === 1 ? {} : { sign: 'opposite' },
      },
    ],
    layout: { key: layout.name, signs: turn === 1 ? 'same' : 'opposite', batches: `${runCount} × ${departmentCount}` },
  })
}

interface Batch {
  readonly run: number
  readonly department: number
  readonly day: number
  readonly number: number
}

interface Layout {
  readonly name: string
  readonly source: (batch: Batch) => Draft
  readonly target: (batch: Batch) => Draft
  readonly criteria: readonly CriterionInput[]
  readonly isOnePerRun?: true
}

function layoutOf(chance: Chance): Layout {
  const lag = chance.between(0, 2)
  const later = (day: number): string => dateText(workdayFrom(day + lag))
  return chance.pick<Layout>([
    {
      name: 'batch number',
      source: ({ day, number }) => ({ date: dateText(day), 'attributes.batch': `PAY${number}` }),
      target: ({ day, number }) => ({ date: later(day), reference: `PAY${number}` }),
      criteria: [{ sourceField: 'attributes.batch', targetField: 'reference' }],
    },
    {
      name: 'batch number in the text',
      source: ({ day, number }) => ({ date: dateText(day), reference: `B-${String(number).padStart(6, '0')}` }),
      target: ({ day, number }) => ({
        date: later(day),
        description: `SALARY RUN B-${String(number).padStart(6, '0')} SEPA SCT`,
      }),
      criteria: [{ sourceField: 'reference', targetField: 'description', normalize: [{ extract: 'B-######' }] }],
    },
    {
      name: 'department and day',
      source: ({ day, department }) => ({ date: dateText(day), 'attributes.department': `D${10 + department}` }),
      target: ({ day, department }) => ({ date: dateText(day), 'attributes.costCentre': `d${10 + department}` }),
      criteria: [
        { sourceField: 'attributes.department', targetField: 'attributes.costCentre', normalize: ['upper'] },
        { field: 'date' },
      ],
    },
  ])
}
