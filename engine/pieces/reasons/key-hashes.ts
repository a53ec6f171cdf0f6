import { uint32At } from '../../base/at.ts'
import { hashOfKey, mixed } from '../../base/hash-of-key.ts'
import { type BoundRule, blockingKey, takesPartOf, valueAt } from '../../match/state/bound-rule.ts'
import type { Side } from '../../record/side.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { ComparedValue } from '../../rules/criteria/criterion-kind.ts'

/**
 * The hashes of blocking keys. A join hashes the keys of all records but keeps few records, so most keys are never
 * written out as text. Equal keys have equal hashes in every table; different keys may share a hash.
 */

export const noKeyHash = 0

interface PlacedKeys {
  hashOf(row: number): number
  isSame(left: number, right: number): boolean
  textOf(row: number): string
}

/** Hashes the values of all rows at once, O(rows) a criterion. A key then takes O(criteria). */
export const placedKeys = (rule: BoundRule, criteria: readonly BoundCriterion[], place: Side): PlacedKeys =>
  keysIn({ rule, criteria, place }, (bound) => {
    const hashes = partHashes(bound, place)
    return (row) => uint32At(hashes, row)
  })

/**
 * Like `placedKeys`, without hashing all rows in advance: for few rows, or for reading each row once. O(criteria) a
 * row.
 */
export const rowKeys = (rule: BoundRule, criteria: readonly BoundCriterion[], place: Side): PlacedKeys =>
  keysIn({ rule, criteria, place }, (bound) => partHasher(bound, place))

export interface KeyedPlace {
  readonly rule: BoundRule
  readonly criteria: readonly BoundCriterion[]
  readonly place: Side
}

/** The hash of a row's value under one criterion; `noKeyHash` where the value leaves the row without a key. */
type PartHash = (row: number) => number

function keysIn({ rule, criteria, place }: KeyedPlace, partHashOf: (bound: BoundCriterion) => PartHash): PlacedKeys {
  const takesPart = takesPartOf(rule, place)
  const blocking = criteria.filter(({ criterion }) => criterion.blocking !== undefined)
  const parts = blocking.map(partHashOf)
  const hasRequired = requiredTest(criteria, place)
  return {
    hashOf(row) {
      if (!takesPart(row)) return noKeyHash
      let hash = 0
      for (const partOf of parts) {
        const part = partOf(row)
        if (part === noKeyHash) return noKeyHash
        hash = withPart(hash, part)
      }
      return hasRequired(row) ? keyed(mixed(hash)) : noKeyHash
    },
    isSame: (left, right) =>
      blocking.every(
        (bound) => partAt(bound, valueAt(bound, place, left)) === partAt(bound, valueAt(bound, place, right)),
      ),
    textOf(row) {
      const text = blockingKey(criteria, place, row)
      if (text === undefined) throw new RangeError('A row with the hash of a key has the key')
      return text
    },
  }
}

export function requiredTest(criteria: readonly BoundCriterion[], place: Side): (row: number) => boolean {
  const required = criteria.filter(({ criterion }) => criterion.blocking === undefined && criterion.nulls === 'fail')
  return (row) => required.every((bound) => (place === 'source' ? bound.hasSource(row) : bound.hasTarget(row)))
}

export function withPart(hash: number, part: number): number {
  const both = Math.imul(hash ^ part, 0x9e3779b1)
  return both ^ (both >>> 15)
}

export const hashWithListed = (hash: number, listed: string): number =>
  listed === '' ? hash : keyed(mixed(hash ^ hashOfKey(listed)))

export const keyed = (hash: number): number => (hash === noKeyHash ? 1 : hash)

const partAt = ({ keyPart }: BoundCriterion, value: ComparedValue | undefined): ComparedValue | undefined =>
  value === undefined ? undefined : keyPart(value)

const knownHashes: { readonly [place in Side]: WeakMap<BoundCriterion, Uint32Array> } = {
  source: new WeakMap(),
  target: new WeakMap(),
}

export function partHashes(bound: BoundCriterion, place: Side): Uint32Array {
  const known = knownHashes[place].get(bound)
  if (known !== undefined) return known
  const hashes = new Uint32Array(bound.rowCounts[place])
  const partOf = partHasher(bound, place)
  for (let row = 0; row < hashes.length; row++) hashes[row] = partOf(row)
  knownHashes[place].set(bound, hashes)
  return hashes
}

function partHasher(bound: BoundCriterion, place: Side): PartHash {
  const { criterion, scale } = bound
  return (row) => {
    const value = valueAt(bound, place, row)
    const part = partAt(bound, value)
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
