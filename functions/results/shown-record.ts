import { absentDay, formatDate, isObject, numberAt, parseLine, type Table } from '@tallystick/engine'
import type { ShownRecord } from '../../schema/result-item.ts'
import type { Side } from '../runs/resolve-adapter.ts'

/** The fields of a record that a result shows of it, in this order, beside its amount. */
const shownFields = ['currency', 'date', 'reference', 'description', 'counterparty'] as const

/** The fields whose first one present is the amount of a record in the totals of its side. */
const amountFields = ['amount', 'net', 'gross'] as const

/** What a result names: a record of a side, or what a match left over of one. */
export interface RecordName {
  readonly side: Side
  readonly id: string
}

/** The record `name` as its canonical line has it; `recordId` is the record's own id, which a rest does not have. */
export function shownFromLine(name: RecordName, recordId: string, line: string): ShownRecord {
  const record = parseLine(line)
  return shown(name, recordId, (field) => {
    const value = isObject(record) ? record[field] : undefined
    return typeof value === 'string' ? value : undefined
  })
}

/** The record `name`, which is in a row of the table of its side. */
export const shownFromTable = (name: RecordName, recordId: string, { table, row }: RowOfTable): ShownRecord =>
  shown(name, recordId, (field) => textOf(table, row, field))

export interface RowOfTable {
  readonly table: Table
  readonly row: number
}

function textOf(table: Table, row: number, field: string): string | undefined {
  if (amountFields.some((each) => each === field)) return table.decimal(field).textAt(row)
  if (field !== 'date') return table.text(field).textAt(row)
  const day = numberAt(table.date('date'), row)
  return day === absentDay ? undefined : formatDate(day)
}

/** The amount of a rest is in the line of the match that left it, so that the record’s own is not shown. */
function shown(
  { side, id }: RecordName,
  recordId: string,
  fieldText: (field: string) => string | undefined,
): ShownRecord {
  const isRest = id !== recordId
  const amount = isRest ? undefined : amountFields.map(fieldText).find((value) => value !== undefined)
  return {
    side,
    id,
    ...(isRest && { residual_of: recordId }),
    ...(amount !== undefined && { amount }),
    ...Object.fromEntries(
      shownFields.flatMap((field) => {
        const value = fieldText(field)
        return value === undefined ? [] : [[field, value]]
      }),
    ),
  }
}
