import { byteAt, float64At } from './at.ts'
import type { WordBuffer } from './word-buffer.ts'

/**
 * Reads decimals from bytes, without strings and bigints. Only decimals of up to 15 digits, which a float64 holds
 * exactly.
 */
export interface SmallDecimal {
  /** The value read last is `coefficient / 10^scale`, in lowest terms. */
  coefficient: number
  scale: number
  /**
   * False for other spellings, for more than 15 digits and for more than 12 after the point: the caller then reads the
   * decimal from its text.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean
}

/** How decimals are written: `-?digits(sign digits)?`. The digits before the sign may be in groups of three. */
export interface DecimalSpelling {
  /** The character before the fraction; empty for whole numbers only. */
  readonly sign: '.' | ',' | ''
  /** The character between groups; empty where digits are not grouped. */
  readonly group: '.' | ',' | ''
}

const digitCountMax = 15
const scaleMax = 12
const [minus, point, zero] = [0x2d, 0x2e, 0x30]

const powersOfTen = Float64Array.from({ length: digitCountMax + 2 }, (_, exponent) => 10 ** exponent)

/** Reading allocates nothing. */
export function createSmallDecimal(spelling: DecimalSpelling): SmallDecimal {
  // NaN where there is no such character: no byte equals NaN.
  const [sign, group] = [spelling.sign.charCodeAt(0), spelling.group.charCodeAt(0)]
  const decimal: SmallDecimal = {
    coefficient: 0,
    scale: 0,
    read(bytes, start, end) {
      const isNegative = start < end && byteAt(bytes, start) === minus
      const first = isNegative ? start + 1 : start
      let [coefficient, scale, digitCount] = [0, 0, 0]
      let signAt = end
      let groupStart = first
      /** Zeros at the end of the fraction so far. They count only if another digit follows. */
      let waiting = 0
      for (let index = first; index < end; index++) {
        const byte = byteAt(bytes, index)
        const digit = byte - zero
        if (digit < 0 || digit > 9) {
          const count = index - groupStart
          if (signAt < end || index + 1 === end || count === 0 || (groupStart > first && count !== 3)) return false
          if (byte === sign) signAt = index
          else if (byte === group && count <= 3) groupStart = index + 1
          else return false
          continue
        }
        digitCount += 1
        if (signAt === end) coefficient = 10 * coefficient + digit
        else if (digit === 0) waiting += 1
        else {
          coefficient = coefficient * float64At(powersOfTen, waiting + 1) + digit
          scale += waiting + 1
          waiting = 0
        }
        if (digitCount > digitCountMax) return false
      }
      if (digitCount === 0 || scale > scaleMax) return false
      if (signAt === end && groupStart > first && end - groupStart !== 3) return false
      decimal.coefficient = isNegative && coefficient > 0 ? -coefficient : coefficient
      decimal.scale = scale
      return true
    },
  }
  return decimal
}

export const decimalByteCountMax = 20

/** Smaller numbers are divided as 32-bit integers, several times as fast as floats. */
const billion = 1e9
const billionDigitCount = 9

/** Requires lowest terms, a coefficient up to 2^53 in size, a scale up to 12, and `decimalByteCountMax` bytes. */
export function putDecimal(buffer: WordBuffer, coefficient: number, scale: number): void {
  const { bytes } = buffer
  let start = buffer.end
  if (coefficient < 0) bytes[start++] = minus
  const size = Math.abs(coefficient)
  let digitCount = scale + 1
  while (digitCount <= digitCountMax && size >= float64At(powersOfTen, digitCount)) digitCount += 1
  const high = Math.floor(size / billion)
  let remainder = (size - high * billion) | 0
  let place = start + digitCount + (scale > 0 ? 1 : 0)
  buffer.end = place
  for (let index = 0; index < digitCount; index++) {
    if (index === scale && scale > 0) bytes[--place] = point
    if (index === billionDigitCount) remainder = high | 0
    const tenth = (remainder / 10) | 0
    bytes[--place] = zero + remainder - 10 * tenth
    remainder = tenth
  }
}
