import { dateFields, textFields } from '../../record/record.ts'
import { createAttributesField } from '../fields/attributes-field.ts'
import { createDateField, type SharedOrder } from '../fields/date-field.ts'
import { createDecimalField } from '../fields/decimal-field.ts'
import { createSignField } from '../fields/sign-field.ts'
import { createCurrencyField, createTextField } from '../fields/text-field.ts'
import type { Column, FieldReader } from '../rows/row.ts'
import { orderOfPattern } from '../values/date-pattern.ts'
import type { RecordPlan } from './record-plan.ts'

/** A reader for each field that the plan has columns for. Call them in this order. */
export function fieldReaders(plan: RecordPlan): readonly FieldReader[] {
  const { fields, isTrimmed } = plan
  const shared: SharedOrder = { order: orderOfPattern(plan.patterns.date ?? plan.patterns.valueDate) }
  const ofColumn = (field: string, create: (column: Column) => FieldReader): readonly FieldReader[] => {
    const column = fields.get(field)
    return column === undefined ? [] : [create(column)]
  }
  return [
    ...['id', ...textFields].flatMap((field) =>
      ofColumn(field, (column) => createTextField({ field, column, isTrimmed })),
    ),
    createCurrencyField({ column: fields.get('currency'), otherwise: plan.currency, isTrimmed }),
    ...plan.amounts.map(({ field, source }) =>
      createDecimalField({ field, source, sign: plan.sign, mapping: plan.table?.mapping }),
    ),
    createAttributesField({ columns: plan.attributes, nested: plan.nested, isTrimmed }),
    ...(plan.signs === undefined ? [] : [createSignField(plan.signs)]),
    // Dates follow the attributes, since a date adds its time of day to them.
    ...dateFields.flatMap((field) =>
      ofColumn(field, (column) =>
        createDateField({
          field,
          column,
          pattern: plan.patterns[field],
          order: plan.dateOrder,
          table: plan.table,
          shared,
          timestamp: timestampNames[field],
        }),
      ),
    ),
  ]
}

const timestampNames = { date: 'timestamp', valueDate: 'valueTimestamp' } as const
