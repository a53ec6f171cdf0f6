import { formatDecimal, scaleMax } from '../../base/decimal.ts'

/** Digits that spreadsheet programs show; those behind them are what is left of a number of base two. */
const significantDigitCount = 15

/** The numbers of a float64 have an exponent of three digits, and programs write no longer ones. */
const numberPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/
const textLengthMax = 400

/**
 * The decimal that a spreadsheet shows of a number as its file writes it: rounded half up to 15 significant digits, and to
 * the 12 behind the point that a record holds, so that `1234.5500000000002` is 1234.55. Whole numbers without an exponent
 * stay as they are: what a program other than Excel writes so are all digits of an id. Undefined for no number.
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
