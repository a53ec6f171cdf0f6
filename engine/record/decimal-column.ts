import { numberAt } from '../base/at.ts'
import { type Decimal, formatDecimal, parseDecimal, rescaled } from '../base/decimal.ts'
import { grown } from '../base/grown.ts'
import { type DecimalColumn, smallUnitsMax, toUnit, type Units } from './columns.ts'

export interface DecimalColumnBuilder {
  /**
   * Adds the value of the next row, or of `row`; skipped rows have no value. A text that is no decimal counts as
   * absent.
   */
  add(text: string | undefined, row?: number): void
  /** Adds `coefficient / 10^scale`. Requires lowest terms, a scale up to 12, and a coefficient up to 2^52 in size. */
  addSmall(row: number, coefficient: number, scale: number): void
  /** Makes room for a column `factor` times as long as it is now. */
  expect(factor: number): void
  /**
   * The column at the smallest scale that holds all values. Rows that were skipped, up to `rowCount`, have no value. Do
   * not use the builder afterwards.
   */
  finish(rowCount?: number): DecimalColumn
}

/** O(1) amortised a row. From the first row with a value on, 9 bytes a row. */
export function createDecimalColumnBuilder(): DecimalColumnBuilder {
  let coefficients = new Float64Array(0)
  let scales = new Uint8Array(0)
  const large = new Map<number, Decimal>()
  let rows = 0
  /** All rows before this one are written. */
  let written = 0
  let scaleMost = 0

  const makeRoom = (rowCount: number): void => {
    coefficients = new Float64Array(grown(coefficients.buffer, 8 * rowCount))
    scales = new Uint8Array(grown(scales.buffer, rowCount))
  }
  const put = (coefficient: number, scale: number): void => {
    if (rows >= scales.length) makeRoom(Math.max(2 * scales.length, rows + 1, 256))
    if (written < rows) coefficients.fill(Number.NaN, written, rows)
    coefficients[rows] = coefficient
    scales[rows] = scale
    if (scale > scaleMost) scaleMost = scale
    rows += 1
    written = rows
  }
  return {
    addSmall(row, coefficient, scale) {
      rows = row
      put(coefficient, scale)
    },
    expect(factor) {
      if (written > 0) makeRoom(Math.max(scales.length, Math.ceil(factor * rows)))
    },
    add(text, row = rows) {
      rows = row
      const decimal = text === undefined ? undefined : parseDecimal(text)
      const coefficient = decimal && toUnit(decimal.coefficient)
      if (decimal === undefined) {
        rows += 1
      } else if (typeof coefficient === 'number') {
        put(coefficient, decimal.scale)
      } else {
        large.set(rows, decimal)
        put(Number.NaN, decimal.scale)
      }
    },
    finish(rowCount = rows) {
      if (written === 0) return decimalColumn(rowCount, { scale: 0, small: coefficients, large: noUnits })
      if (rowCount > scales.length) makeRoom(rowCount)
      coefficients.fill(Number.NaN, written, rowCount)
      const small = coefficients.subarray(0, rowCount)
      return decimalColumn(rowCount, { scale: scaleMost, small, large: rescale({ small, scales, large }, scaleMost) })
    },
  }
}

interface Unscaled {
  readonly small: Float64Array
  readonly scales: Uint8Array
  readonly large: ReadonlyMap<number, Decimal>
}

/** Brings all values to one scale, in place. Returns the units that are too large for `small`. */
function rescale({ small, scales, large }: Unscaled, scale: number): ReadonlyMap<number, bigint> {
  const units = new Map([...large].map(([row, decimal]) => [row, rescaled(decimal, scale)]))
  for (let row = 0; row < small.length; row++) {
    const own = numberAt(scales, row)
    if (own === scale) continue
    const coefficient = numberAt(small, row)
    // The rounded product is safe to test: products up to 2^53 are exact, so none above the bound seems to be below.
    const scaled = coefficient * 10 ** (scale - own)
    if (Math.abs(scaled) > smallUnitsMax) {
      units.set(row, rescaled({ coefficient: BigInt(coefficient), scale: own }, scale))
      small[row] = Number.NaN
    } else small[row] = scaled
  }
  return units
}

const noUnits: ReadonlyMap<number, bigint> = new Map()

/** A text that is no decimal counts as absent. */
export function createDecimalColumn(values: readonly (string | undefined)[]): DecimalColumn {
  const builder = createDecimalColumnBuilder()
  for (const value of values) builder.add(value)
  return builder.finish()
}

/** A decimal column as values. */
export type DecimalValues = Pick<DecimalColumn, 'scale' | 'small' | 'large'>

export function decimalColumn(rowCount: number, { scale, small, large }: DecimalValues): DecimalColumn {
  const unitsAt = (row: number): Units | undefined => {
    const units = small[row]
    if (units === undefined || Number.isNaN(units)) {
      if (!(row >= 0 && row < rowCount)) throw new RangeError(`Got row ${row}, wanted one from 0 to ${rowCount - 1}`)
      return large.get(row)
    }
    return units
  }
  const valueAt = (row: number): Decimal | undefined => {
    const units = unitsAt(row)
    return units === undefined ? undefined : lowestTerms(units, scale)
  }
  return {
    rowCount,
    scale,
    small,
    large,
    unitsAt,
    valueAt,
    textAt(row) {
      const units = unitsAt(row)
      return units === undefined ? undefined : formatDecimal({ coefficient: BigInt(units), scale })
    },
  }
}

function lowestTerms(units: Units, scale: number): Decimal {
  let [coefficient, digits] = [BigInt(units), scale]
  for (; digits > 0 && coefficient % 10n === 0n; digits--) coefficient /= 10n
  return { coefficient, scale: digits }
}
