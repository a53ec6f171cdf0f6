import { indexIds } from '@tallystick/audit/report/id-index'
import type { RecordName } from '@tallystick/audit/report/shown-record'
import { numberAt } from '@tallystick/engine/base'
import { originIdsOf, type Side, type Table } from '@tallystick/engine/record'
import type { DetailedRecord, RecordField } from './line-detail-types.ts'
import { oncePer } from './once-per.ts'
import type { OpenRun } from './open-run-lines.ts'
import { textReader } from './read-file.ts'

const shownFields = [
  'date',
  'valueDate',
  'amount',
  'currency',
  'gross',
  'fee',
  'net',
  'reference',
  'counterparty',
  'description',
  'account',
  'type',
  'status',
] as const

type Source = Pick<OpenRun, 'sides' | 'recordOf'>

/** Finds a record by its name, with all fields and its line. O(records) to make, once for a run. */
export const detailedRecords: (openRun: Source) => (name: RecordName) => DetailedRecord = oncePer(
  ({ sides, recordOf }: Source) => {
    const readers = { source: readerOf(sides.source.table), target: readerOf(sides.target.table) }
    return ({ side, id }: RecordName): DetailedRecord => {
      const { rowOf, fieldsAt } = readers[side]
      const own = rowOf(id)
      const row = own ?? originIdsOf(id).map(rowOf).find(isRow)
      if (row === undefined) return { side, id, line: null, isResidual: false, fields: [] }
      const fields = fieldsAt(row)
      const line = numberAt(sides[side].lines, row)
      if (own !== undefined) return { side, id, line, isResidual: false, fields }
      return { side, id, line, isResidual: true, fields: fieldsOfResidual(fields, recordOf({ side, id })?.amount) }
    }
  },
)

const isRow = (row: number | undefined): boolean => row !== undefined

/** A residual has only the open amount: gross, fee and net of its record do not apply. */
const fieldsOfResidual = (fields: readonly RecordField[], amount: string | null | undefined): readonly RecordField[] =>
  fields
    .filter(({ field }) => field !== 'gross' && field !== 'fee' && field !== 'net')
    .map((each) => (each.field === 'amount' && amount != null ? { ...each, value: amount } : each))

function readerOf(table: Table) {
  const names = [...shownFields, ...table.attributePaths]
  const columns = names.map((field) => ({ field, textAt: textReader(table, field) }))
  return {
    rowOf: indexIds(table),
    fieldsAt: (row: number): readonly RecordField[] =>
      columns.flatMap(({ field, textAt }) => {
        const value = textAt(row)
        return value === undefined ? [] : [{ field, value }]
      }),
  }
}

/** Finds the row of a record by its id in the tables at the end of a run, where residuals have rows of their own. */
export const endedRows: (run: EndedTables) => (side: Side, id: string) => number | undefined = oncePer(
  ({ source, target }: EndedTables) => {
    const rows = { source: indexIds(source.table), target: indexIds(target.table) }
    return (side: Side, id: string) => rows[side](id)
  },
)

interface EndedTables {
  readonly source: { readonly table: Table }
  readonly target: { readonly table: Table }
}
