import { int32At } from '../base/at.ts'
import type { Units } from './columns.ts'
import { createNumberTable } from './number-table.ts'
import { type Numbering, noValue } from './numbering.ts'
import { type BySide, type Side, sides } from './side.ts'

interface UnitsBySide extends BySide<(row: number) => Units | undefined> {
  readonly rowCounts: BySide<number>
  /** The units by row, NaN for a row that only the functions tell; where absent, they tell all rows. */
  readonly columns?: BySide<Float64Array> | undefined
}

/** Numbers amounts or days, see `Numbering`. O(rows); 4 bytes a row, and some 20 more while it runs. */
export function numberUnits({ rowCounts, columns, ...units }: UnitsBySide): Numbering {
  const table = createNumberTable(rowCounts.source + rowCounts.target)
  const valuesOf = (side: Side): Float64Array => {
    const column = columns?.[side]
    if (column?.length === rowCounts[side]) return column
    const values = new Float64Array(rowCounts[side])
    for (let row = 0; row < values.length; row++) {
      const value = units[side](row)
      values[row] = typeof value === 'number' ? value : Number.NaN
    }
    return values
  }
  const numbers = { source: table.put(valuesOf('source')), target: table.put(valuesOf('target')) }
  // Units beyond 2^52 are numbered last.
  const numberByUnits = new Map<bigint, number>()
  for (const side of sides)
    for (let row = 0; row < rowCounts[side]; row++) {
      if (int32At(numbers[side], row) !== noValue) continue
      const value = units[side](row)
      if (typeof value !== 'bigint') continue
      const number = numberByUnits.get(value) ?? table.count() + numberByUnits.size + 1
      numberByUnits.set(value, number)
      numbers[side][row] = number
    }
  return numbers
}
