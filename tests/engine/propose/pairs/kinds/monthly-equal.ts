import { createChance } from '../chance.ts'
import { dateText, dayOf, workdayFrom } from '../days.ts'
import type { Draft } from '../draft.ts'
import { type PairGenerator, sizeUsual } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { businessesOf, personAt } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { onFields } from '../reference-layout.ts'

/** Rents and fees: every contract pays the same each month, so that only the contract and the month tell. */
export const monthlyEqual: PairGenerator = (seed, size = sizeUsual) => {
  const chance = createChance('monthly-equal', seed)
  const book = createPairBook(chance)
  const monthCount = chance.between(4, 9)
  const contracts = businessesOf(chance, Math.ceil(size / monthCount))
  const rents = chance.pick([[49_00], [450_00, 520_00, 610_00], []])
  const monthly = contracts.map(() => (rents.length > 0 ? chance.of(rents) : chance.between(200, 2_000) * 100))
  const [sourceField, targetField] = chance.pick([
    ['reference', 'reference'],
    ['attributes.contract', 'reference'],
    ['reference', 'description'],
    ['account', 'account'],
    ['counterparty', 'counterparty'],
  ])
  const isName = sourceField === 'counterparty'
  const isInText = targetField === 'description'
  const [early, late] = chance.pick([
    [0, 3],
    [0, 6],
    [3, 5],
    [6, 0],
  ])
  const hasPeriod = chance.chance(0.3)
  const missing = chance.share(0.04, 0.1)
  const year = chance.pick([2025, 2026])
  const dueDay = chance.pick(['01', '03', '15'])
  for (const [index, contract] of contracts.entries()) {
    const key = isName ? personAt(index) : `C-${contract.number}`
    const cents = monthly[index] ?? 0
    for (let month = 1; month <= monthCount; month += 1) {
      const period = `${year}-${String(month).padStart(2, '0')}`
      const due = dayOf(`${period}-${dueDay}`)
      const base = { amount: moneyText(cents), currency: 'EUR' }
      const entry: Draft = {
        ...base,
        date: dateText(due),
        [sourceField]: key,
        ...(hasPeriod && !isInText ? { description: `Rent ${period}` } : {}),
      }
      const line: Draft = {
        ...base,
        date: dateText(workdayFrom(due + chance.between(-early, late))),
        [targetField]: isInText ? chance.pick([`RENT ${key}`, `${key} rent`, `standing order ${key} thanks`]) : key,
      }
      const drawn = chance.fraction()
      if (drawn < missing) book.source(entry)
      else if (drawn < 2 * missing) book.target(line)
      else book.belong([book.source(entry)], [book.target(line)])
    }
  }
  const width = Math.max(...contracts.map(({ number }) => number.length))
  const keys = isInText
    ? [4, 5, 6]
        .filter((length) => length <= width)
        .map((length) => ({ normalize: [{ extract: `C-${'#'.repeat(length)}` }] }))
    : [{}]
  return book.finish({
    rules: keys.map((steps, index) => ({
      id: `contract-${index + 1}`,
      match: [
        { ...onFields(sourceField, targetField), ...steps },
        { field: 'amount' },
        { field: 'date', days: { before: early, after: late + 2 } },
      ],
    })),
    layout: { fields: `${sourceField} and ${targetField}`, months: String(monthCount), days: `-${early} to ${late}` },
  })
}
