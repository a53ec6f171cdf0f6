import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Chance } from './chance.ts'
import { dateText, workdayFrom } from './days.ts'
import type { Draft } from './draft.ts'

/** How payroll and bank write the batches of wages. */

export interface Batch {
  readonly department: number
  readonly day: number
  readonly number: number
}

export interface BatchLayout {
  readonly name: string
  readonly source: (batch: Batch) => Draft
  readonly target: (batch: Batch) => Draft
  readonly criteria: readonly CriterionInput[]
}

/** Draws a layout, and how many days later the bank books. */
export function batchLayoutOf(chance: Chance): BatchLayout {
  const lag = chance.between(0, 2)
  const later = (day: number): string => dateText(workdayFrom(day + lag))
  return chance.of([...byNumber(later), ...byDepartment])
}

const padded = (number: number): string => String(number).padStart(6, '0')

const byNumber = (later: (day: number) => string): readonly BatchLayout[] => [
  {
    name: 'batch number',
    source: ({ day, number }) => ({ date: dateText(day), 'attributes.batch': `PAY${number}` }),
    target: ({ day, number }) => ({ date: later(day), reference: `PAY${number}` }),
    criteria: [{ sourceField: 'attributes.batch', targetField: 'reference' }],
  },
  {
    name: 'batch number in the text',
    source: ({ day, number }) => ({ date: dateText(day), reference: `B-${padded(number)}` }),
    target: ({ day, number }) => ({ date: later(day), description: `SALARY RUN B-${padded(number)} SEPA SCT` }),
    criteria: [{ sourceField: 'reference', targetField: 'description', normalize: [{ extract: 'B-######' }] }],
  },
  {
    name: 'number of the file',
    source: ({ day, number }) => ({ date: dateText(day), 'attributes.paymentFile': `sct_${padded(number)}.xml` }),
    target: ({ day, number }) => ({ date: later(day), 'attributes.fileRef': String(number) }),
    criteria: [
      {
        sourceField: 'attributes.paymentFile',
        targetField: 'attributes.fileRef',
        normalize: ['digits', 'strip-leading-zeros'],
      },
    ],
  },
]

const byDepartment: readonly BatchLayout[] = [
  {
    name: 'department and day',
    source: ({ day, department }) => ({ date: dateText(day), 'attributes.department': `D${10 + department}` }),
    target: ({ day, department }) => ({ date: dateText(day), 'attributes.costCentre': `d${10 + department}` }),
    criteria: [
      { sourceField: 'attributes.department', targetField: 'attributes.costCentre', normalize: ['upper'] },
      { field: 'date' },
    ],
  },
  {
    name: 'account of the department and day of payment',
    source: ({ day, department }) => ({
      date: dateText(day - 3),
      valueDate: dateText(day),
      account: `${4_000 + department}`,
    }),
    target: ({ day, department }) => ({ date: dateText(day), reference: `WAGES ${4_000 + department}` }),
    criteria: [
      { sourceField: 'account', targetField: 'reference', normalize: ['digits'] },
      { sourceField: 'valueDate', targetField: 'date' },
    ],
  },
]
