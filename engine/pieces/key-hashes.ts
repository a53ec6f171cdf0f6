import { hashOfKey, mixed } from '../base/hash-of-key.ts'
import { type BoundRule, takesPartOf, valueAt } from '../match/state/bound-rule.ts'
import type { Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../rules/criteria/criterion-kind.ts'

/** The hash of a row without a blocking key. */
export const noKeyHash = 0

/**
 * Makes a function that gives the hash of a row's blocking key under a rule, without writing the key out as text. Equal
 * keys have equal hashes in every table; different keys may share a hash. O(criteria) a row.
 */
export function keyHasher(rule: BoundRule, place: Side): (row: number) => number {
  const takesPart = takesPartOf(rule, place)
  const parts = rule.criteria
    .filter(({ criterion }) => criterion.blocking !== undefined)
    .map((bound) => partHasher(bound, place))
  const required = rule.criteria.filter(
    ({ criterion }) => criterion.blocking === undefined && criterion.nulls === 'fail',
  )
  return (row) => {
    if (!takesPart(row)) return noKeyHash
    let hash = 0
    for (const partOf of parts) {
      const part = partOf(row)
      if (part === noKeyHash) return noKeyHash
      const both = Math.imul(hash ^ part, 0x9e3779b1)
      hash = both ^ (both >>> 15)
    }
    const isWhole = required.every((bound) => (place === 'source' ? bound.hasSource(row) : bound.hasTarget(row)))
    return isWhole ? keyed(mixed(hash)) : noKeyHash
  }
}

const keyed = (hash: number): number => (hash === noKeyHash ? 1 : hash)

function partHasher(bound: BoundCriterion, place: Side): (row: number) => number {
  const { criterion, scale, keyPart } = bound
  return (row) => {
    const value = valueAt(bound, place, row)
    const part = value === undefined ? undefined : keyPart(value)
    if (part !== undefined) return keyed(hashOfPart(part, scale))
    return value === undefined && criterion.nulls !== 'fail' ? absentHash : noKeyHash
  }
}

const absentHash = 0x2545f491

/** Drops trailing zeros, since the tables of one run have different scales. */
function hashOfPart(part: ComparedValue, scale: number): number {
  if (typeof part === 'string') return hashOfKey(part)
  if (typeof part === 'number') return hashOfNumber(part, scale)
  let [units, digits] = [part, scale]
  for (; digits > 0 && units % 10n === 0n; digits--) units /= 10n
  return isSafe(units) ? hashOfNumber(Number(units), digits) : hashOfKey(`${units}e-${digits}`)
}

const isSafe = (units: bigint): boolean => BigInt.asIntN(53, units) === units

function hashOfNumber(number: number, scale: number): number {
  let [units, digits] = [number, scale]
  for (; digits > 0 && units % 10 === 0; digits--) units /= 10
  return mixed((units | 0) ^ mixed(Math.floor(units / 2 ** 32) ^ (digits << 24)))
}
