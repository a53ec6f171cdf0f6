import { byteAt, float64At } from './at.ts'

/**
 * Reads canonical decimals from bytes, `-?digits(.digits)?`, without strings and bigints. Only decimals of up to 15
 * digits, which a float64 holds exactly.
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

const digitCountMax = 15
const scaleMax = 12
const [minus, point, zero] = [0x2d, 0x2e, 0x30]

const powersOfTen = Float64Array.from({ length: digitCountMax + 2 }, (_, exponent) => 10 ** exponent)

/** Reading allocates nothing. */
export function createSmallDecimal(): SmallDecimal {
  const decimal: SmallDecimal = {
    coefficient: 0,
    scale: 0,
    read(bytes, start, end) {
      const isNegative = start < end && byteAt(bytes, start) === minus
      const first = isNegative ? start + 1 : start
      let [coefficient, scale, digitCount] = [0, 0, 0]
      let pointAt = end
      /** Zeros at the end of the fraction so far. They count only if another digit follows. */
      let waiting = 0
      for (let index = first; index < end; index++) {
        const byte = byteAt(bytes, index)
        const digit = byte - zero
        if (digit < 0 || digit > 9) {
          if (byte !== point || pointAt < end || index === first || index + 1 === end) return false
          pointAt = index
          continue
        }
        digitCount += 1
        if (pointAt === end) coefficient = 10 * coefficient + digit
        else if (digit === 0) waiting += 1
        else {
          coefficient = coefficient * float64At(powersOfTen, waiting + 1) + digit
          scale += waiting + 1
          waiting = 0
        }
        if (digitCount > digitCountMax) return false
      }
      if (digitCount === 0 || scale > scaleMax) return false
      decimal.coefficient = isNegative && coefficient > 0 ? -coefficient : coefficient
      decimal.scale = scale
      return true
    },
  }
  return decimal
}
