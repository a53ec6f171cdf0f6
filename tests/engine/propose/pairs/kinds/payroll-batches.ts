import { type Batch, batchLayoutOf } from '../batch-layouts.ts'
import { type Chance, createChance } from '../chance.ts'
import { periodOf, workdayFrom } from '../days.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { personAt } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { payrollPayments } from './payroll-payments.ts'

/** Wages of the people of each department against the batches in which the bank paid them, or one by one. */
export const payrollBatches: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('payroll-batches', seed)
  if (chance.chance(0.2)) return payrollPayments(chance, size)
  const book = createPairBook(chance)
  const [layout, period] = [batchLayoutOf(chance), periodOf(chance)]
  const [runCount, runDays] = [chance.between(3, 8), chance.pick([7, 14, 28])]
  const departmentCount = Math.max(1, Math.round(size / chance.between(6, 20) / runCount))
  const people = Math.max(2, Math.round(size / runCount / departmentCount / 0.95))
  const turn = chance.pick([1, -1])
  const [odd, unpaid] = [chance.share(0.01, 0.04), chance.share(0.02, 0.06)]
  const wageOf = wagesOf(chance, departmentCount * people)
  const amount = (cents: number) => ({ amount: moneyText(cents), currency: 'EUR' })
  let number = chance.between(100, 5_000)
  const addBatch = (batch: Batch): void => {
    const wages = Array.from({ length: people }, (_, index) => batch.department * people + index)
      .filter(() => chance.chance(0.95))
      .map((person) => ({ person, cents: wageOf(person) }))
    const total = wages.reduce((sum, { cents }) => sum + cents, 0)
    const isOdd = wages.length > 1 && chance.chance(odd)
    const items = wages
      .slice(isOdd ? 1 : 0)
      .map(({ person, cents }) =>
        book.source({ ...amount(cents), counterparty: personAt(person), ...layout.source(batch) }),
      )
    if (items.length === 0 || chance.chance(unpaid)) return
    book.belong(
      items,
      [book.target({ ...amount(turn * total), ...layout.target(batch) })],
      isOdd ? 'unasked' : undefined,
    )
  }
  for (let run = 0; run < runCount; run += 1) {
    const day = workdayFrom(period.first + run * runDays)
    for (let department = 0; department < departmentCount; department += 1) {
      number += chance.pick([1, 1, 2])
      addBatch({ department, day, number })
    }
  }
  for (let left = Math.ceil(size * 0.02); left > 0; left -= 1) {
    const batch = { department: departmentCount + left, day: period.first + left, number: number + 10 + left }
    book.target({ ...amount(turn * chance.between(500_000, 9_000_000)), ...layout.target(batch) })
  }
  // Somebody's wages that are approved and not paid.
  book.source({
    ...amount(312_345),
    counterparty: personAt(0),
    ...layout.source({ department: 0, day: period.first - 30, number: 1 }),
  })
  return book.finish({
    rules: [
      { id: 'batch', cardinality: 'n:1', match: layout.criteria, sum: { sign: turn === 1 ? 'same' : 'opposite' } },
    ],
    layout: { key: layout.name, signs: turn === 1 ? 'same' : 'opposite', batches: `${runCount} × ${departmentCount}` },
  })
}

/** A wage for each person, the same in most runs. */
function wagesOf(chance: Chance, count: number): (person: number) => number {
  const wages = Array.from({ length: count }, () => 100 * chance.between(1_200, 6_500))
  const hourlyShare = chance.pick([0, 0.3, 1])
  return (person) => (wages[person] ?? 0) + (chance.chance(hourlyShare) ? chance.between(1, 50_000) : 0)
}
