import { type Decimal, formatDecimal, parseDecimal } from '../base/decimal.ts'

/**
 * Typed columns of one side. A value becomes a string only when someone looks at it: text is bytes in an arena with
 * offsets, a decimal an integer at the column's scale, a date its day number.
 */

/** An integer number of a column's units: a float64 while every sum and difference of two is exact, else a bigint. */
export type Units = number | bigint

/** Two values up to it add up to at most 2^53, so that every difference of two `number` units is exact. */
const smallUnitsMax = 2 ** 52

export interface TextColumn {
  readonly bytes: Uint8Array
  /** Row `r` is `bytes[offsets[r] .. offsets[r + 1])`; an absent value is empty, since blank text is an absent value. */
  readonly offsets: Uint32Array
  textAt(row: number): string | undefined
}

export interface DecimalColumn {
  /** Digits after the point: a value is `units / 10^scale`. */
  readonly scale: number
  unitsAt(row: number): Units | undefined
  valueAt(row: number): Decimal | undefined
  /** The canonical decimal. */
  textAt(row: number): string | undefined
}

/** Days since 1970-01-01; `absentDay` where there is none. */
export type DateColumn = Int32Array

export const absentDay = -0x80000000

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Collects the text of one column, row by row; O(1) amortised a byte. */
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
    textAt(row) {
      const start = offsets[row] ?? 0
      const end = offsets[row + 1] ?? start
      return start === end ? undefined : (shortText(bytes, start, end) ?? decoder.decode(bytes.subarray(start, end)))
    },
  }
}

/** What a decoder is called for costs more than decoding it, where it is short. */
const shortByteCountMax = 32
const codesByLength = Array.from({ length: shortByteCountMax + 1 }, (_, length) => new Array<number>(length).fill(0))

/** The text of a few ASCII characters; undefined where there are others, or more. */
function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const codes = codesByLength[end - start]
  if (codes === undefined) return undefined
  for (let index = start; index < end; index++) {
    const code = bytes[index] ?? 0
    if (code > 0x7f) return undefined
    codes[index - start] = code
  }
  return String.fromCharCode(...codes)
}

/** The column of canonical decimals `values` at the least scale that holds them all; text that is no decimal is absent. */
export function createDecimalColumn(values: readonly (string | undefined)[]): DecimalColumn {
  const decimals = values.map((text) => (text === undefined ? undefined : parseDecimal(text)))
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal?.scale ?? 0), 0)
  const units = decimals.map((decimal) => decimal && toUnit(rescaled(decimal, scale)))
  return {
    scale,
    unitsAt: (row) => units[row],
    valueAt: (row) => decimals[row],
    textAt(row) {
      const decimal = decimals[row]
      return decimal && formatDecimal(decimal)
    },
  }
}

/** The coefficient of `decimal` at a scale that is not below its own. */
export const rescaled = (decimal: Decimal, scale: number): bigint =>
  decimal.coefficient * 10n ** BigInt(scale - decimal.scale)

/** A number while it is small, else the bigint: every value has one spelling, so `===` compares two of them. */
export function toUnit(value: bigint): Units {
  return value <= smallUnitsMax && value >= -smallUnitsMax ? Number(value) : value
}
