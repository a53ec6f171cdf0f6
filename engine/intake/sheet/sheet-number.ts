import { formatDecimal, scaleMax } from '../../base/decimal.ts'

/** Spreadsheet programs show this many digits; further digits come from the binary representation. */
const significantDigitCount = 15

/** Programs write exponents of at most three digits, as a float64 has. */
const numberPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/
const textLengthMax = 400

/**
 * The decimal that a spreadsheet shows for a number in its file: rounded half up to 15 significant digits and 12 behind
 * the point, so that `1234.5500000000002` is 1234.55. A whole number without an exponent keeps all digits: it may be an
 * id that a program other than Excel wrote. Undefined for any other text.
 */
export function readSheetNumber(text: string): string | undefined {
  const parts = text.length > textLengthMax ? null : numberPattern.exec(text.trim())
  if (parts === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts
  if (whole === '' && fraction === '') return undefined
  const digits = BigInt(`${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  const isPlain = fraction === '' && exponent === ''
  const rounded = isPlain ? { coefficient: digits, scale: 0 } : round(digits, scale)
  return formatDecimal(sign === '-' ? { ...rounded, coefficient: -rounded.coefficient } : rounded)
}

function round(coefficient: bigint, scale: number): { readonly coefficient: bigint; readonly scale: number } {
  const dropCount = Math.max(0, String(coefficient).length - significantDigitCount, scale - scaleMax)
  const unit = 10n ** BigInt(dropCount)
  const rounded = dropCount === 0 ? coefficient : (coefficient + unit / 2n) / unit
  const left = scale - dropCount
  return left >= 0 ? { coefficient: rounded, scale: left } : { coefficient: rounded * 10n ** BigInt(-left), scale: 0 }
}

/** Whether a JSON number holds the decimal exactly. */
export const isFloat = (number: string): boolean => number.replace(/[-.]/g, '').length <= significantDigitCount
