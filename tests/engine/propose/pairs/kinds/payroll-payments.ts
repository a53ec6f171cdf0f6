import type { CriterionInput } from '../../../../../engine/rules/language/written-form.ts'
import type { Chance } from '../chance.ts'
import { dateText, dayOf, workdayFrom } from '../days.ts'
import type { GeneratedPair } from '../generated-pair.ts'
import { moneyText } from '../money.ts'
import { foldAccents, personAt } from '../names.ts'
import { createPairBook } from '../pair-book.ts'
import { onFields } from '../reference-layout.ts'

/** Pay slips against the transfer to each person: a salary that is the same every month. */
export function payrollPayments(chance: Chance, size: number): GeneratedPair {
  const book = createPairBook(chance)
  const monthCount = chance.between(3, 6)
  const layout = chance.of(layouts)
  const [missing, lag] = [chance.share(0.03, 0.06), chance.between(0, 3)]
  const turn = chance.pick([1, -1])
  for (let person = 0; person < size / monthCount; person += 1) {
    const salary = 100 * chance.between(1_400, 7_500)
    for (let month = 1; month <= monthCount; month += 1) {
      const day = dayOf(`2026-${String(month).padStart(2, '0')}-25`)
      const cents = salary + (chance.chance(0.1) ? chance.between(1, 90_000) : 0)
      const slip = {
        amount: moneyText(cents),
        currency: 'EUR',
        date: dateText(day),
        counterparty: personAt(person),
        'attributes.employeeNo': employeeNo(person),
      }
      const transfer = {
        amount: moneyText(turn * cents),
        currency: 'EUR',
        date: dateText(workdayFrom(day + chance.between(0, lag))),
        [layout.field]: layout.write(person),
      }
      const drawn = chance.fraction()
      if (drawn < missing) book.source(slip)
      else if (drawn < 2 * missing) book.target(transfer)
      else book.belong([book.source(slip)], [book.target(transfer)])
    }
  }
  const amount = { field: 'amount', sign: turn === 1 ? ('same' as const) : ('opposite' as const) }
  const date = { field: 'date', days: { before: 0, after: lag + 2 } }
  return book.finish({
    rules: [{ id: 'person', match: [layout.criterion, amount, date] }],
    layout: { key: layout.name, months: String(monthCount), signs: amount.sign },
  })
}

interface Layout {
  readonly name: string
  readonly field: string
  readonly write: (person: number) => string
  readonly criterion: CriterionInput
}

const employeeNo = (person: number): string => String(20_001 + 3 * person)

const layouts: readonly Layout[] = [
  {
    name: 'employee number in the text',
    field: 'description',
    write: (person) => `SALARY ${employeeNo(person)} ${foldAccents(personAt(person)).toUpperCase()}`,
    criterion: { ...onFields('attributes.employeeNo', 'description'), normalize: ['digits'] },
  },
  {
    name: 'employee number in reference',
    field: 'reference',
    write: (person) => `E${employeeNo(person)}`,
    criterion: { ...onFields('attributes.employeeNo', 'reference'), normalize: ['digits'] },
  },
  {
    name: 'name',
    field: 'counterparty',
    write: (person) => foldAccents(personAt(person)).toUpperCase(),
    criterion: { field: 'counterparty', normalize: ['upper', 'fold-accents'] },
  },
]
