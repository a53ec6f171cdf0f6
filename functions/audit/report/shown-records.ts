import { originIdsOf } from '@tallystick/engine/record'
import type { SideTables } from './find-rows.ts'
import { indexIds } from './id-index.ts'
import type { Residual } from './residuals.ts'
import { type RecordName, type ShownRecord, shownRowOf } from './shown-record.ts'

export type RecordOf = (name: RecordName) => ShownRecord | undefined

/**
 * Makes a lookup for the records of both sides. A residual has the values of its record, but its own amount. O(records)
 * to make.
 */
export function lookUpRecords({ source, target }: SideTables, residuals: readonly Residual[]): RecordOf {
  const amounts = new Map(residuals.map(({ side, id, amount }) => [`${side}:${id}`, amount]))
  const rowsById = { source: indexIds(source.table), target: indexIds(target.table) }
  const tables = { source: source.table, target: target.table }
  return ({ side, id }) => {
    const rowOf = rowsById[side]
    const row = [id, ...originIdsOf(id)].map(rowOf).find((each) => each !== undefined)
    if (row === undefined) return undefined
    const record = shownRowOf(tables[side], row)
    const residualAmount = rowOf(id) === undefined ? amounts.get(`${side}:${id}`) : undefined
    return { ...record, id, amount: residualAmount ?? record.amount }
  }
}
