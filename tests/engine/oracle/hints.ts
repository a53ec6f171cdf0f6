import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { isCurrency } from './blocking.ts'
import type { Comparison } from './comparison.ts'
import { compare, type Fraction, isEqual, isZero, magnitude, negated, times, whole, writeFraction } from './fraction.ts'
import type { Both } from './values.ts'

/** What two values that miss a criterion look like: the first that holds. */
export function hintOf(failed: Comparison, pair: Both<CanonicalRecord>): string | undefined {
  const [source, target] = [failed.valueOf('source', pair.source), failed.valueOf('target', pair.target)]
  if (source === undefined || target === undefined || isCurrency(failed) || failed.isConverted) return undefined
  if (typeof source === 'string' || typeof target === 'string') return ofTexts(String(source), String(target))
  return failed.kind === 'date' ? ofDays(source, target) : ofAmounts(source, target)
}

function ofAmounts(source: Fraction, target: Fraction): string | undefined {
  if (isZero(source) || isZero(target)) return undefined
  if (isEqual(source, negated(target))) return 'opposite_sign'
  if (compare(source, whole(0)) > 0 !== compare(target, whole(0)) > 0) return undefined
  if (swaps(source, target)) return 'transposed'
  const isTimes = (factor: number): boolean =>
    isEqual(source, times(target, whole(factor))) || isEqual(target, times(source, whole(factor)))
  return isTimes(10) ? 'factor_10' : isTimes(100) ? 'factor_100' : undefined
}

/** Both as digits of as many places, one at least before the point: some swap of neighbours makes one the other. */
function swaps(source: Fraction, target: Fraction): boolean {
  const places = [source, target].map((each) => (writeFraction(each).split('.')[1] ?? '').length)
  const digitsOf = (value: Fraction): string[] => {
    const scaled = times(magnitude(value), whole(10 ** Math.max(...places)))
    return [...String(scaled.over / scaled.under).padStart(Math.max(...places) + 1, '0')]
  }
  const [own, other] = [digitsOf(source), digitsOf(target).join('')]
  return own.some((digit, index) => {
    const next = own[index + 1]
    return (
      next !== undefined &&
      next !== digit &&
      own
        .with(index, next)
        .with(index + 1, digit)
        .join('') === other
    )
  })
}

function ofDays(source: Fraction, target: Fraction): string | undefined {
  const partsOf = (day: Fraction): string[] =>
    new Date(Number(writeFraction(day)) * 86_400_000).toISOString().slice(0, 10).split('-')
  const [own, other] = [partsOf(source), partsOf(target)]
  if (own[0] === other[0]) return own[1] === other[2] && own[2] === other[1] ? 'day_month_swapped' : undefined
  return own[1] === other[1] && own[2] === other[2] ? 'year_off' : undefined
}

function ofTexts(source: string, target: string): string | undefined {
  if (source === target) return undefined
  if ([...source].length < 4 || [...target].length < 4) return undefined
  const [short, long] = [...source].length < [...target].length ? [source, target] : [target, source]
  if (long.startsWith(short) || long.endsWith(short)) return 'truncated'
  if (isOneEdit([...short], [...long])) return 'one_character'
  const [own, other] = [[...source], [...target]]
  const isSwap = own.some((each, index) => {
    const next = own[index + 1]
    return (
      next !== undefined &&
      own
        .with(index, next)
        .with(index + 1, each)
        .join('') === other.join('')
    )
  })
  return isSwap ? 'transposed' : undefined
}

/** Whether taking a character out of the longer text, or out of both at one place, leaves the same. */
function isOneEdit(short: readonly string[], long: readonly string[]): boolean {
  const without = (text: readonly string[], index: number): string => text.toSpliced(index, 1).join('')
  return long.some((_, index) =>
    short.length === long.length
      ? without(long, index) === without(short, index)
      : without(long, index) === short.join(''),
  )
}
