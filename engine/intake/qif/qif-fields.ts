import { type Mapping, mappedAt, mappedDatePatterns, mappedDecimalSign } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { RecordPlan } from '../table/record-builder.ts'
import type { DateOrder } from '../values/date-format.ts'

/** The columns of a QIF record. Each is named by the letter that its line begins with, which faults show. */
export const qifColumns = {
  date: { name: 'D', index: 0 },
  amount: { name: 'T', index: 1 },
  reference: { name: 'N', index: 2 },
  counterparty: { name: 'P', index: 3 },
  description: { name: 'M', index: 4 },
  status: { name: 'C', index: 5 },
  category: { name: 'L', index: 6 },
  address: { name: 'A', index: 7 },
  account: { name: '!Account', index: 8 },
  splits: { name: 'S', index: 9 },
  others: { name: 'others', index: 10 },
} as const satisfies { readonly [name: string]: Column }

export const qifColumnCount = Object.keys(qifColumns).length

const fields = ['date', 'reference', 'counterparty', 'description', 'status', 'account'] as const
const attributes = ['category', 'address', 'splits', 'others'] as const

interface QifPlanOptions {
  readonly mapping: Mapping
  readonly currency: string | undefined
  readonly dateOrder: DateOrder | undefined
}

export function planOf({ mapping, currency, dateOrder }: QifPlanOptions, faults: FaultLog): RecordPlan {
  const order = mappedOrder(mapping)
  return {
    amounts: [{ field: 'amount', source: { kind: 'column', column: qifColumns.amount } }],
    fields: new Map(fields.map((field) => [field, qifColumns[field]])),
    attributes: attributes.map((name) => ({ name, column: qifColumns[name] })),
    sign: mappedDecimalSign(mapping) ?? 'column',
    patterns: order === undefined ? mappedDatePatterns(mapping, faults) : {},
    dateOrder: order ?? dateOrder,
    currency,
    nested: undefined,
    isTrimmed: true,
  }
}

/** `DD/MM/YYYY` has to read `6/ 4'23` as well: Quicken writes the dates of one file in several ways. */
function mappedOrder(mapping: Mapping): DateOrder | undefined {
  const mapped = mappedAt(mapping, 'date')
  const format = typeof mapped === 'object' ? mapped.format : undefined
  if (/^DD?([/.-])MM?(?:\1|')YY(?:YY)?$/.test(format ?? '')) return 'day-first'
  return /^MM?([/.-])DD?(?:\1|')YY(?:YY)?$/.test(format ?? '') ? 'month-first' : undefined
}
