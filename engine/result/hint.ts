import { formatDate } from '../base/date.ts'
import type { Units } from '../record/columns.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { type ComparedValue, readsCurrency } from '../rules/criteria/criterion-kind.ts'
import { areTransposed } from '../rules/criteria/transposed-amount.ts'
import type { BreakHint } from './line.ts'

/**
 * The first of `breakHints` that applies to the two values; undefined for none. Currencies and converted amounts have
 * no hint.
 */
export function hintOf(failed: BoundCriterion, pair: Pair): BreakHint | undefined {
  const { criterion, sourceValue, targetValue, converted } = failed
  if (converted !== undefined) return undefined
  const [source, target] = [sourceValue(pair.source), targetValue(pair.target)]
  if (source === undefined || target === undefined || readsCurrency(criterion)) return undefined
  if (criterion.kind.type === 'text') return hintOfTexts(String(source), String(target))
  return criterion.kind.type === 'date' ? hintOfDays(source, target) : hintOfAmounts(source, target, failed.scale)
}

interface Pair {
  readonly source: number
  readonly target: number
}

/** `source` and `target` are in units of `10^-scale`. */
function hintOfAmounts(source: ComparedValue, target: ComparedValue, scale: number): BreakHint | undefined {
  const [s, t] = [unitsOf(source), unitsOf(target)]
  if (s === 0n || t === 0n) return undefined
  if (s === -t) return 'opposite_sign'
  if (s < 0n !== t < 0n) return undefined
  if (areTransposed(s, t, scale)) return 'transposed'
  if (s === 10n * t || t === 10n * s) return 'factor_10'
  return s === 100n * t || t === 100n * s ? 'factor_100' : undefined
}

function hintOfDays(source: ComparedValue, target: ComparedValue): BreakHint | undefined {
  // Equal dates have no hint: they fail only a window that excludes 0 days.
  if (source === target) return undefined
  const [left, right] = [formatDate(Number(source)), formatDate(Number(target))]
  const [year, month, day] = left.split('-')
  if (right === `${year}-${day}-${month}`) return 'day_month_swapped'
  return right.endsWith(`-${month}-${day}`) ? 'year_off' : undefined
}

/** Shorter texts have no hint: many differ by little. */
const textLengthMin = 4

function hintOfTexts(source: string, target: string): BreakHint | undefined {
  const [left, right] = [[...source], [...target]]
  const [short, long] = left.length < right.length ? [source, target] : [target, source]
  if (source === target || Math.min(left.length, right.length) < textLengthMin) return undefined
  if (long.startsWith(short) || long.endsWith(short)) return 'truncated'
  if (isOneApart(left, right)) return 'one_character'
  return areSwapped(left, right) ? 'transposed' : undefined
}

/** Whether two neighbouring characters have changed places. O(length). */
function areSwapped(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false
  const first = left.findIndex((each, index) => each !== right[index])
  return (
    left[first] === right[first + 1] &&
    left[first + 1] === right[first] &&
    left.slice(first + 2).every((each, index) => each === right[first + 2 + index])
  )
}

/** Whether two texts have a Levenshtein distance of 1. O(length). */
function isOneApart(left: readonly string[], right: readonly string[]): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  const length = Math.min(left.length, right.length)
  let start = 0
  while (start < length && left[start] === right[start]) start += 1
  let [leftEnd, rightEnd] = [left.length, right.length]
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1
    rightEnd -= 1
  }
  return Math.max(leftEnd, rightEnd) - start === 1
}

function unitsOf(value: ComparedValue): bigint {
  if (typeof value === 'string') throw new TypeError('An amount is compared in units')
  return BigInt(value satisfies Units)
}
