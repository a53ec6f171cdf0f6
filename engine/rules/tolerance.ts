import { canonicalDecimal, compareDecimals, decimalOfNumber, formatDecimal, parseDecimal } from '../record/decimal.ts'
import type { CriterionInput, DecimalInput, Tolerance, ToleranceInput } from './rule.ts'

/** The canonical form of a tolerance, or what is wrong with it and at which member (an RFC 6901 pointer below it). */
export type ToleranceResult =
  | { readonly ok: true; readonly tolerance: Tolerance | string }
  | { readonly ok: false; readonly pointer: string; readonly detail: string }

/** Reads every form of `tolerance`: an absolute bound, `"1.5%"`, signed bounds, or an absolute and a percent together. */
export function readTolerance(input: NonNullable<CriterionInput['tolerance']>): ToleranceResult {
  if (typeof input === 'number' || typeof input === 'string') return readPlain(input)
  if (input.from !== undefined || input.to !== undefined) return readBounds(input)
  return readCombined(input)
}

function readPlain(input: DecimalInput): ToleranceResult {
  const percent = typeof input === 'string' && input.endsWith('%')
  const decimal = readDecimal(percent ? input.slice(0, -1) : input)
  if (decimal === undefined || decimal.startsWith('-')) {
    return refuse('', `Got ${JSON.stringify(input)}, wanted a decimal that is not negative, such as "0.05" or "1.5%"`)
  }
  return { ok: true, tolerance: percent ? `${decimal}%` : decimal }
}

function readBounds(input: ToleranceInput): ToleranceResult {
  if (
    input.absolute !== undefined ||
    input.percent !== undefined ||
    input.of !== undefined ||
    input.combine !== undefined
  ) {
    return refuse('', 'Signed bounds (from, to) stand alone, without absolute, percent, of and combine')
  }
  const from = readDecimal(input.from)
  const to = readDecimal(input.to)
  if (from === undefined) return refuse('/from', `Got ${JSON.stringify(input.from)}, wanted a decimal`)
  if (to === undefined) return refuse('/to', `Got ${JSON.stringify(input.to)}, wanted a decimal`)
  if (isGreater(from, to)) return refuse('', `Got from ${from} above to ${to}: no difference lies between them`)
  return { ok: true, tolerance: { from, to } }
}

function readCombined(input: ToleranceInput): ToleranceResult {
  const absolute = input.absolute === undefined ? undefined : readDecimal(input.absolute)
  const percentText = typeof input.percent === 'string' ? input.percent.replace(/%$/, '') : input.percent
  const percent = percentText === undefined ? undefined : readDecimal(percentText)
  if (input.absolute === undefined && input.percent === undefined)
    return refuse('', 'Wanted absolute, percent, or from and to')
  if (input.absolute !== undefined && (absolute === undefined || absolute.startsWith('-'))) {
    return refuse('/absolute', `Got ${JSON.stringify(input.absolute)}, wanted a decimal that is not negative`)
  }
  if (input.percent !== undefined && (percent === undefined || percent.startsWith('-'))) {
    return refuse('/percent', `Got ${JSON.stringify(input.percent)}, wanted a decimal that is not negative`)
  }
  if (percent === undefined && input.of !== undefined)
    return refuse('/of', 'Names what a percent is of, but there is no percent')
  if ((percent === undefined || absolute === undefined) && input.combine !== undefined) {
    return refuse('/combine', 'Joins an absolute and a percent bound, but only one is given')
  }
  return {
    ok: true,
    tolerance: {
      ...(absolute !== undefined && { absolute }),
      ...(percent !== undefined && { percent, of: input.of ?? 'larger' }),
      ...(absolute !== undefined && percent !== undefined && { combine: input.combine ?? 'any' }),
    },
  }
}

/** The canonical text of a decimal written as text or as a JSON number of at most 15 significant digits. */
export function readDecimal(input: DecimalInput | undefined): string | undefined {
  if (typeof input === 'string') return canonicalDecimal(input)
  const decimal = input === undefined ? undefined : decimalOfNumber(input)
  return decimal && canonicalDecimal(formatDecimal(decimal))
}

function isGreater(left: string, right: string): boolean {
  const [a, b] = [parseDecimal(left), parseDecimal(right)]
  return a !== undefined && b !== undefined && compareDecimals(a, b) > 0
}

const refuse = (pointer: string, detail: string): ToleranceResult => ({ ok: false, pointer, detail })
