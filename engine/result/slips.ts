import { bigMagnitude, type Units } from '../record/columns.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { hintOf } from './hint.ts'

/** Which amounts, or texts, that fail a criterion could be of one event. */

/** Amounts of one party that differ by more than a twentieth of the larger one are of two events. */
const closeShare = 20n

/** Fewer digits are often swapped, or moved by a place, by chance: 12.00 and 21.00, 10 and 100. */
const slipDigitCountMin = 3

/** Shorter texts often differ by one character only: T3 and T5. */
const slipLengthMin = 6

/** Amounts with opposite signs, unless they are equal but for the sign, and unequal signs of a rule that reads no amount. */
export function signsAllow(failed: BoundCriterion, source: number, target: number): boolean {
  if (!failed.hasValues(source, target) || failed.converted !== undefined) return true
  const [own, other] = unitsOf(failed, source, target)
  return own > 0n === other > 0n || own === 0n || other === 0n || own === -other
}

export const isEqual = (bound: BoundCriterion, source: number, target: number): boolean =>
  Number(bound.difference(source, target)) === 0

export function isClose(failed: BoundCriterion, source: number, target: number): boolean {
  if (!failed.hasValues(source, target)) return false
  if (failed.converted !== undefined) return true
  const [own, other] = unitsOf(failed, source, target).map(bigMagnitude)
  if (own === undefined || other === undefined) return false
  const difference = closeShare * bigMagnitude(failed.difference(source, target))
  return difference <= own || difference <= other
}

/** Two digits swapped or the point moved, in amounts of enough digits for this to be no chance. */
export function isSlip(failed: BoundCriterion, source: number, target: number): boolean {
  const hint = hintOf(failed, { source, target })
  if (hint !== 'transposed' && hint !== 'factor_10' && hint !== 'factor_100') return false
  return unitsOf(failed, source, target).every((units) => digitsOf(units).length >= slipDigitCountMin)
}

const digitsOf = (units: bigint): string => String(bigMagnitude(units)).replace(/0+$/, '')

const unitsOf = ({ sourceValue, targetValue }: BoundCriterion, source: number, target: number): [bigint, bigint] => [
  asUnits(sourceValue(source)),
  asUnits(targetValue(target)),
]

function asUnits(value: string | Units | undefined): bigint {
  if (typeof value === 'string') throw new TypeError('An amount is compared in units')
  return BigInt(value ?? 0)
}

/** Texts of which one is the other cut off, or mistyped in one character or two neighbouring ones. */
export function isSlipOfText(failed: BoundCriterion, source: number, target: number): boolean {
  if (failed.criterion.kind.type !== 'text' || hintOf(failed, { source, target }) === undefined) return false
  const [own, other] = [charactersOf(failed.sourceValue(source)), charactersOf(failed.targetValue(target))]
  return Math.min(own.length, other.length) >= slipLengthMin && !areNextNumbers(own, other)
}

const charactersOf = (value: string | Units | undefined): readonly string[] => [...String(value)]

/** Whether two texts differ in their last digit alone: the next number of a series is no slip. */
function areNextNumbers(own: readonly string[], other: readonly string[]): boolean {
  const isDigit = (text: readonly string[]): boolean => /^[0-9]$/.test(text.at(-1) ?? '')
  const areAlike = own.slice(0, -1).join('') === other.slice(0, -1).join('')
  return own.length === other.length && areAlike && isDigit(own) && isDigit(other)
}
