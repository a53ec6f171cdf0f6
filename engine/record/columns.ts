import { at, byteAt, numberAt } from '../base/at.ts'
import { type Decimal, formatDecimal, parseDecimal, rescaled } from '../base/decimal.ts'

/**
 * Typed columns of one side. Text is UTF-8 bytes with offsets and becomes a string only when it is read, a decimal is an
 * integer at the column's scale, a date a day number. A text or decimal column throws a RangeError for a row that it
 * does not have.
 */

/** An integer count of a decimal column's units of 10^-scale: a number if small, see `toUnit`, else a bigint. */
export type Units = number | bigint

/** The size of an amount or a difference. */
export const magnitude = (units: Units): Units => (units < 0 ? -units : units)

/** The same as a bigint, of which every product is exact. */
export const bigMagnitude = (units: Units): bigint => BigInt(magnitude(units))

/** Sums and differences of two numbers up to this bound are at most 2^53, so a float64 holds them exactly. */
const smallUnitsMax = 2 ** 52

export interface TextColumn {
  readonly bytes: Uint8Array
  /** Row `r` is `bytes[offsets[r] .. offsets[r + 1])`. An absent value is empty; no value is blank text. */
  readonly offsets: Uint32Array
  textAt(row: number): string | undefined
  /** The bytes of a value, 0 for an absent one. O(1). */
  byteCountAt(row: number): number
}

export interface DecimalColumn {
  /** Digits after the point: a value is `units / 10^scale`. */
  readonly scale: number
  unitsAt(row: number): Units | undefined
  valueAt(row: number): Decimal | undefined
  /** The canonical decimal text. */
  textAt(row: number): string | undefined
}

/** Days since 1970-01-01 by row; `absentDay` for an absent date. */
export type DateColumn = Int32Array

export const absentDay = -0x80000000

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Builds a text column row by row. O(1) amortised a byte. */
export function createTextColumnBuilder() {
  let bytes = new Uint8Array(1024)
  let offsets = new Uint32Array(256)
  let rows = 0
  let end = 0
  return {
    add(text: string | undefined): void {
      if (text !== undefined) {
        // UTF-8 takes at most three bytes for a UTF-16 unit.
        if (end + 3 * text.length > bytes.length) bytes = grown(bytes, end + 3 * text.length)
        end += encoder.encodeInto(text, bytes.subarray(end)).written
      }
      rows += 1
      if (rows >= offsets.length) {
        const wider = new Uint32Array(offsets.length * 2)
        wider.set(offsets)
        offsets = wider
      }
      offsets[rows] = end
    },
    finish: (): TextColumn => textColumn(bytes.slice(0, end), offsets.slice(0, rows + 1)),
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(Math.max(bytes.length * 2, least))
  wider.set(bytes)
  return wider
}

function textColumn(bytes: Uint8Array, offsets: Uint32Array): TextColumn {
  return {
    bytes,
    offsets,
    byteCountAt: (row) => numberAt(offsets, row + 1) - numberAt(offsets, row),
    textAt(row) {
      const start = numberAt(offsets, row)
      const end = numberAt(offsets, row + 1)
      return start === end ? undefined : (shortText(bytes, start, end) ?? decoder.decode(bytes.subarray(start, end)))
    },
  }
}

/** Up to this length, joining characters is faster than a call of the decoder. */
const shortByteCountMax = 32
const codesByLength = Array.from({ length: shortByteCountMax + 1 }, (_, length) => new Array<number>(length).fill(0))

/** The text of up to 32 ASCII bytes; undefined for more bytes, and for other characters. */
function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const codes = codesByLength[end - start]
  if (codes === undefined) return undefined
  for (let index = start; index < end; index++) {
    const code = byteAt(bytes, index)
    if (code > 0x7f) return undefined
    codes[index - start] = code
  }
  return String.fromCharCode(...codes)
}

/** The column of `values` at the least scale that holds them all. A text that is no decimal counts as absent. */
export function createDecimalColumn(values: readonly (string | undefined)[]): DecimalColumn {
  const decimals = values.map((text) => (text === undefined ? undefined : parseDecimal(text)))
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal?.scale ?? 0), 0)
  const units = decimals.map((decimal) => decimal && toUnit(rescaled(decimal, scale)))
  return {
    scale,
    unitsAt: (row) => at(units, row),
    valueAt: (row) => at(decimals, row),
    textAt(row) {
      const decimal = at(decimals, row)
      return decimal && formatDecimal(decimal)
    },
  }
}

/** `value` as a number up to 2^52, else as it is. Each value has one form, so `===` compares two units. */
export function toUnit(value: bigint): Units {
  return value <= smallUnitsMax && value >= -smallUnitsMax ? Number(value) : value
}
