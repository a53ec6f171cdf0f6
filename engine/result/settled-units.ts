import { byteAt, uint32At } from '../base/at.ts'
import { noCurrency } from '../base/currency.ts'
import type { LinedRun } from '../match/state/run-state.ts'
import { type DecimalColumn, smallUnitsMax, type TextColumn } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { isSmall } from './cell-bytes.ts'

/** Amounts and currencies of records as columns, to add them up without an object for each. 12 bytes a record. */
export interface SettledUnits {
  readonly scale: number
  /** The `settledAmount` of each row in units of `10^-scale`. NaN above 2^52, or where a match left a residual. */
  readonly units: BySide<Float64Array>
  /** Row → the position of its currency in `currencies`. */
  readonly currencyOf: BySide<Uint32Array>
  readonly currencies: readonly string[]
}

export function settledUnits(run: LinedRun): SettledUnits {
  const tables = [run.source.table, run.target.table]
  const scale = Math.max(...tables.flatMap((table) => controlColumns(table).map((column) => column.scale)))
  const unitsOf = (side: Side): Float64Array => {
    const units = controlUnits(run[side].table, scale)
    for (const row of run.residualOf[side].keys()) units[row] = Number.NaN
    return units
  }
  const currencies = createPositions()
  const currencyOf = (side: Side): Uint32Array => currencies.of(run[side].table.text('currency'))
  return {
    scale,
    units: { source: unitsOf('source'), target: unitsOf('target') },
    currencyOf: { source: currencyOf('source'), target: currencyOf('target') },
    currencies: currencies.texts,
  }
}

const controlColumns = (table: Table): DecimalColumn[] =>
  ['amount', 'net', 'gross'].map((field) => table.decimal(field))

function controlUnits(table: Table, scale: number): Float64Array {
  const columns = controlColumns(table).map((column) => ({ ...column, factor: 10 ** (scale - column.scale) }))
  const unitsOf = (row: number): number => {
    for (const { small, unitsAt, factor } of columns) {
      const units = small[row]
      // A product above the bound may be rounded, but never to a number within the bound.
      if (isSmall(units)) return Math.abs(units * factor) <= smallUnitsMax ? units * factor : Number.NaN
      if (unitsAt(row) !== undefined) return Number.NaN
    }
    return 0
  }
  const all = new Float64Array(table.rowCount)
  for (let row = 0; row < all.length; row++) all[row] = unitsOf(row)
  return all
}

/** Numbers the distinct currencies of columns. A record without a currency counts under `noCurrency`. */
function createPositions() {
  const texts: string[] = []
  const byText = new Map<string, number>()
  const byCode = new Map<number, number>()
  const positionOf = (text: string): number => {
    const position = byText.get(text) ?? texts.length
    if (position === texts.length) texts.push(text)
    byText.set(text, position)
    return position
  }
  const positionAt = (column: TextColumn, row: number): number => {
    const code = codeAt(column, row)
    const known = code === undefined ? undefined : byCode.get(code)
    if (known !== undefined) return known
    const position = positionOf(column.textAt(row) ?? noCurrency)
    if (code !== undefined) byCode.set(code, position)
    return position
  }
  return {
    texts,
    of(column: TextColumn): Uint32Array {
      const positions = new Uint32Array(column.rowCount)
      for (let row = 0; row < positions.length; row++) positions[row] = positionAt(column, row)
      return positions
    },
  }
}

/**
 * A number for a text of up to three bytes, so that a map finds it without making a string; undefined for a longer
 * text.
 */
function codeAt({ bytes, offsets }: TextColumn, row: number): number | undefined {
  const start = uint32At(offsets, row)
  const end = uint32At(offsets, row + 1)
  if (end - start > 3) return undefined
  let code = end - start
  for (let index = start; index < end; index++) code = 256 * code + byteAt(bytes, index)
  return code
}
