import type { CriterionInput, RuleInput } from '../../../../../engine/rules/language/written-form.ts'
import { type Chance, createChance } from '../chance.ts'
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
  const layout = layoutOf(chance)
  const monthCount = chance.between(4, 9)
  const contracts = businessesOf(chance, size / monthCount)
  const centsOf = rentsOf(chance)
  const missing = chance.share(0.04, 0.1)
  const year = chance.pick([2025, 2026])
  for (const [index, contract] of contracts.entries()) {
    const key = layout.isName ? personAt(index) : `C-${contract.number}`
    const base = { amount: moneyText(centsOf()), currency: 'EUR' }
    for (let month = 1; month <= monthCount; month += 1) {
      const period = `${year}-${String(month).padStart(2, '0')}`
      const due = dayOf(`${period}-${layout.dueDay}`)
      const paid = workdayFrom(due + chance.between(-layout.early, layout.late))
      const entry: Draft = { ...base, date: dateText(due), ...layout.source(key, period) }
      const line: Draft = { ...base, date: dateText(paid), ...layout.target(key, period) }
      const drawn = chance.fraction()
      if (drawn < missing) book.source(entry)
      else if (drawn < 2 * missing) book.target(line)
      else book.belong([book.source(entry)], [book.target(line)])
    }
  }
  return book.finish({
    rules: rulesOf(layout),
    layout: { fields: layout.name, months: String(monthCount), days: `-${layout.early} to ${layout.late}` },
  })
}

/** One rent for all, a few, or one for each. */
function rentsOf(chance: Chance): () => number {
  const rents = chance.pick([[49_00], [9_99, 19_99], [450_00, 520_00, 610_00], []])
  return () => (rents.length > 0 ? chance.of(rents) : chance.between(200, 2_000) * 100)
}

interface Layout {
  readonly name: string
  readonly isName: boolean
  readonly source: (key: string, period: string) => Draft
  readonly target: (key: string, period: string) => Draft
  readonly keys: readonly CriterionInput[]
  readonly dueDay: string
  readonly early: number
  readonly late: number
}

function layoutOf(chance: Chance): Layout {
  const [sourceField, targetField] = chance.pick([
    ['reference', 'reference'],
    ['attributes.contract', 'reference'],
    ['reference', 'description'],
    ['attributes.tenant', 'description'],
    ['account', 'account'],
    ['counterparty', 'counterparty'],
  ])
  const isInText = targetField === 'description'
  const [early, late] = chance.pick([
    [0, 3],
    [0, 6],
    [3, 5],
    [6, 0],
    [0, 0],
  ])
  const hasPeriod = chance.chance(0.3)
  const fields = onFields(sourceField, targetField)
  const textOf = (key: string, period: string): string => {
    const text = hasPeriod ? `${key} ${period.slice(5)}/${period.slice(2, 4)}` : key
    return chance.pick([`RENT ${text}`, `${text} rent`, `standing order ${text} thanks`])
  }
  return {
    name: `${sourceField} and ${targetField}`,
    isName: sourceField === 'counterparty',
    source: (key, period) => ({ [sourceField]: key, ...(hasPeriod ? { 'attributes.period': period } : {}) }),
    target: (key, period) => ({ [targetField]: isInText ? textOf(key, period) : key }),
    keys: isInText
      ? [4, 5, 6].map((length) => ({ ...fields, normalize: [{ extract: `C-${'#'.repeat(length)}` }] }))
      : [fields],
    dueDay: chance.pick(['01', '03', '15']),
    early,
    late,
  }
}

const rulesOf = ({ keys, early, late }: Layout): readonly RuleInput[] =>
  keys.map((key, index) => ({
    id: `contract-${index + 1}`,
    match: [key, { field: 'amount' }, { field: 'date', days: { before: early, after: late + 2 } }],
  }))
