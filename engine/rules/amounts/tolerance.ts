import {
  canonicalDecimal,
  compareDecimals,
  decimalOfNumber,
  formatDecimal,
  parseDecimal,
  scaleMax,
  significantDigitsMax,
} from '../../base/decimal.ts'
import type { BoundsInput, DecimalInput, Tolerance, ToleranceInput } from '../language/language.ts'

type ToleranceResult =
  | { readonly ok: true; readonly tolerance: Tolerance | string }
  | { readonly ok: false; readonly faults: readonly ToleranceFault[] }

interface ToleranceFault {
  readonly pointer: string
  readonly detail: string
}

/** Reads an absolute bound, `"1.5%"`, signed bounds, or an absolute and a percent bound together. */
export function readTolerance(input: ToleranceInput): ToleranceResult {
  if (typeof input === 'number' || typeof input === 'string') return readPlain(input)
  if (input.from !== undefined || input.to !== undefined) return readBounds(input)
  return readCombined(input)
}

function readPlain(input: DecimalInput): ToleranceResult {
  const percent = typeof input === 'string' && input.endsWith('%')
  const written = percent ? input.slice(0, -1) : input
  const decimal = readDecimal(written)
  if (decimal === undefined || decimal.startsWith('-'))
    return refuse(
      '',
      `${gotOf(input)}, wanted ${sizeWanted(written, ' that is not negative, such as "0.05" or "1.5%"')}`,
    )
  return { ok: true, tolerance: percent ? `${decimal}%` : decimal }
}

function readBounds(input: BoundsInput): ToleranceResult {
  if (
    input.absolute !== undefined ||
    input.percent !== undefined ||
    input.of !== undefined ||
    input.combine !== undefined
  ) {
    return refuse('', 'Signed bounds (from, to) stand alone, without absolute, percent, of and combine')
  }
  const [from, to] = [readBound(input.from), readBound(input.to)]
  if (from === undefined || to === undefined) {
    const member = (name: 'from' | 'to'): ToleranceFault[] =>
      faultIf(
        readBound(input[name]) === undefined,
        `/${name}`,
        `${gotOf(input[name])}, wanted ${decimalWanted(input[name])}${percentHint(input[name])}`,
      )
    return { ok: false, faults: [...member('from'), ...member('to')] }
  }
  if (isEmpty(from, to)) return refuse('', `Got from ${from} above to ${to}: no difference lies between them`)
  return { ok: true, tolerance: { from, to } }
}

/** `-0.05` or `-1.5%` in canonical form; undefined for other texts. */
function readBound(input: DecimalInput | undefined): string | undefined {
  if (typeof input !== 'string' || !input.endsWith('%')) return readDecimal(input)
  const decimal = readDecimal(input.slice(0, -1))
  return decimal && `${decimal}%`
}

const percentHint = (input: DecimalInput | undefined): string =>
  hasDigits(input) ? '' : ', or a percentage such as "-1.5%"'

/**
 * Whether no difference can lie between two bounds, whatever the amounts are. If one bound is an amount and the other a
 * percentage, only their signs count: a percentage can come to any size.
 */
function isEmpty(from: string, to: string): boolean {
  const [isPercent, isToPercent] = [from.endsWith('%'), to.endsWith('%')]
  if (isPercent === isToPercent) return isGreater(from.replace('%', ''), to.replace('%', ''))
  return isPercent
    ? !from.startsWith('-') && to.startsWith('-')
    : isGreater(from, '0') && !isGreater(to.slice(0, -1), '0')
}

function readCombined(input: BoundsInput): ToleranceResult {
  const percentText = typeof input.percent === 'string' ? input.percent.replace(/%$/, '') : input.percent
  const [absolute, percent] = [readDecimal(input.absolute), readDecimal(percentText)]
  const [hasAbsolute, hasPercent] = [input.absolute !== undefined, input.percent !== undefined]
  if (!hasAbsolute && !hasPercent) return refuse('', 'Wanted absolute, percent, or from and to')
  const isNegative = (decimal: string | undefined): boolean => decimal === undefined || decimal.startsWith('-')
  const faults = [
    ...faultIf(
      hasAbsolute && isNegative(absolute),
      '/absolute',
      `${gotOf(input.absolute)}, wanted ${sizeWanted(input.absolute)}`,
    ),
    ...faultIf(
      hasPercent && isNegative(percent),
      '/percent',
      `${gotOf(input.percent)}, wanted ${sizeWanted(percentText)}`,
    ),
    ...faultIf(!hasPercent && input.of !== undefined, '/of', 'Names what a percent is of, but there is no percent'),
    ...faultIf(
      !(hasAbsolute && hasPercent) && input.combine !== undefined,
      '/combine',
      'Joins an absolute and a percent bound, but only one is given',
    ),
  ]
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    tolerance: {
      ...(absolute !== undefined && { absolute }),
      ...(percent !== undefined && { percent, of: input.of ?? 'larger' }),
      ...(absolute !== undefined && percent !== undefined && { combine: input.combine ?? 'any' }),
    },
  }
}

/** The canonical text of a decimal, which may be a JSON number of at most 15 significant digits; else undefined. */
export function readDecimal(input: DecimalInput | undefined): string | undefined {
  if (typeof input === 'string') return canonicalDecimal(input)
  const decimal = input === undefined ? undefined : decimalOfNumber(input)
  return decimal && canonicalDecimal(formatDecimal(decimal))
}

export const decimalWanted = (input: DecimalInput | undefined): string =>
  hasDigits(input)
    ? `a decimal of at most ${significantDigitsMax} significant digits, at most ${scaleMax} of them after the point`
    : 'a decimal'

const sizeWanted = (input: DecimalInput | undefined, which = ' that is not negative'): string =>
  readDecimal(input) === undefined && hasDigits(input) ? decimalWanted(input) : `a decimal${which}`

const hasDigits = (input: DecimalInput | undefined): boolean =>
  input !== undefined && /^-?\d+(\.\d+)?$/.test(String(input))

function isGreater(left: string, right: string): boolean {
  const [a, b] = [parseDecimal(left), parseDecimal(right)]
  return a !== undefined && b !== undefined && compareDecimals(a, b) > 0
}

const gotOf = (input: DecimalInput | undefined): string =>
  input === undefined ? 'Missing' : `Got ${JSON.stringify(input)}`

const refuse = (pointer: string, detail: string): ToleranceResult => ({ ok: false, faults: [{ pointer, detail }] })

const faultIf = (isFault: boolean, pointer: string, detail: string): ToleranceFault[] =>
  isFault ? [{ pointer, detail }] : []
