import type { Decimal } from '../base/decimal.ts'

/**
 * Typed columns of one side. Texts are UTF-8 bytes with offsets, and become strings only when read; decimals are
 * integers at the column's scale; dates are day numbers. Text and decimal columns throw a RangeError for a row that
 * they do not have.
 */

/** A value of a decimal column as a count of 10^-scale: a number up to 2^52, else a bigint; see `toUnit`. */
export type Units = number | bigint

export const magnitude = (units: Units): Units => (units < 0 ? -units : units)

export const bigMagnitude = (units: Units): bigint => BigInt(magnitude(units))

/** Sums and differences of two numbers up to this bound are at most 2^53, so a float64 holds them exactly. */
export const smallUnitsMax = 2 ** 52

/** A number up to 2^52, else a bigint. Each value has one form, so `===` compares units. */
export function toUnit(value: bigint): Units {
  return value <= smallUnitsMax && value >= -smallUnitsMax ? Number(value) : value
}

/** The exact product; `factor` must be a power of ten. */
export function scaledUnits(units: Units, factor: number): Units {
  if (factor === 1) return units
  // The rounded product is safe to test: products up to 2^53 are exact, so none above the bound seems to be below.
  if (typeof units === 'number' && Math.abs(units * factor) <= smallUnitsMax) return units * factor
  return toUnit(BigInt(units) * BigInt(factor))
}

export interface TextColumn {
  readonly rowCount: number
  /** Row `r` is `bytes[offsets[r] .. offsets[r + 1])`; empty bytes are an absent value. */
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
  textAt(row: number): string | undefined
  /** 0 for an absent value. O(1). */
  byteCountAt(row: number): number
}

export interface DecimalColumn {
  readonly rowCount: number
  /** Digits after the point: a value is `units / 10^scale`. */
  readonly scale: number
  /** Row → units; NaN for an absent value and for one beyond 2^52, see `unitsAt`. Empty if no row has a value. */
  readonly small: Float64Array
  /** The units beyond 2^52, by row. */
  readonly large: ReadonlyMap<number, bigint>
  unitsAt(row: number): Units | undefined
  valueAt(row: number): Decimal | undefined
  textAt(row: number): string | undefined
}

/** Days since 1970-01-01 by row; `absentDay` for an absent date. */
export type DateColumn = Int32Array

export const absentDay = -0x80000000
