import { indexIds } from '@tallystick/audit/report/id-index'
import type { RecordName } from '@tallystick/audit/report/shown-record'
import { type Decimal, noCurrency, numberAt, parseDecimal } from '@tallystick/engine/base'
import { absentDay, originIdsOf } from '@tallystick/engine/record'
import { oncePer } from './once-per.ts'
import type { OpenRun } from './open-run-lines.ts'

export interface RecordFigures {
  readonly row: number
  readonly amount: Decimal | undefined
  readonly currency: string
  readonly day: number | undefined
  /** Whether the record is a residual, which has no row of its own. */
  readonly isResidual: boolean
}

export type FiguresOf = (name: RecordName) => RecordFigures | undefined

type Source = Pick<OpenRun, 'sides' | 'recordOf'>

/**
 * Finds the figures of a record by its name, in a tenth of the time that a whole record takes. Undefined for an unknown
 * name. O(records) to make, once for a run.
 */
export const figuresOf: (openRun: Source) => FiguresOf = oncePer(({ sides, recordOf }: Source): FiguresOf => {
  const { source, target } = sides
  const readers = { source: readerOf(source.table), target: readerOf(target.table) }
  return (name) => {
    const read = readers[name.side]
    const own = read(name.id)
    if (own !== undefined) return own
    const origin = originIdsOf(name.id)
      .map(read)
      .find((each) => each !== undefined)
    if (origin === undefined) return undefined
    const left = recordOf(name)?.amount
    return { ...origin, amount: left == null ? origin.amount : parseDecimal(left), isResidual: true }
  }
})

type Table = OpenRun['sides']['source']['table']

function readerOf(table: Table): (id: string) => RecordFigures | undefined {
  const rowOf = indexIds(table)
  const amounts = ['amount', 'net', 'gross'].map((field) => table.decimal(field))
  const [currencies, days] = [table.text('currency'), table.date('date')]
  return (id) => {
    const row = rowOf(id)
    if (row === undefined) return undefined
    const day = numberAt(days, row)
    return {
      row,
      amount: firstValue(amounts, row),
      currency: currencies.textAt(row) ?? noCurrency,
      day: day === absentDay ? undefined : day,
      isResidual: false,
    }
  }
}

function firstValue(columns: readonly ReturnType<Table['decimal']>[], row: number): Decimal | undefined {
  for (const column of columns) {
    const value = column.valueAt(row)
    if (value !== undefined) return value
  }
  return undefined
}
