import { at } from '../../base/at.ts'
import type { Units } from '../../record/columns.ts'
import { type RankColumn, rankAt } from '../rank-column.ts'

/**
 * Costs that add up without loss, as float64 limbs: cost `i` is `limbs[i * width .. (i + 1) * width)`, the most
 * significant limb first. A limb counts 2^36 times as much as the next one. Sums and differences are taken limb by limb,
 * and no limb is carried into another.
 */
export interface Costs {
  /** Limbs of one cost. */
  readonly width: number
  readonly limbs: Float64Array
}

/** Nodes on a side of a component, at most: paths through more nodes would add up to more than the limbs can hold. */
export const nodeCountMax = 512

const limbBits = 36
const limbSize = 2 ** limbBits

/**
 * Once the upper limbs differ by this much, no sum of the lower limbs changes the sign. A distance adds at most
 * `nodeCountMax` costs and subtracts as many, a potential is three distances, and a comparison looks at four potentials
 * and distances. That is below 2^13 costs.
 */
const decidedMin = 2 ** 16

/** Up to this bound no cost is above 2^40, and a float64 holds the sum of 2^13 such costs exactly. */
const singleLimbMax = 2n ** 40n * BigInt(nodeCountMax)

/**
 * One cost for the rank tuple of each candidate in `indices`. Sums of up to `nodeCountMax` costs compare as the sums of
 * the tuples do, part by part, since a part weighs more than all later parts can add up to.
 */
export function rankCosts(ranks: readonly RankColumn[], indices: Uint32Array): Costs {
  let whole = 1n
  const parts = ranks
    .map((column) => shifted(column, indices))
    .toReversed()
    .map(({ values, most }): WeightedPart => {
      const weight = whole
      whole *= BigInt(most) * BigInt(nodeCountMax) + 1n
      return { values, weight }
    })
  return whole <= singleLimbMax ? singleLimb(parts, indices.length) : severalLimbs(parts, indices.length, whole)
}

/**
 * One step of comparing two sums of costs that were subtracted limb by limb: `sign` is the result for the limbs above,
 * 0 at first. After the last limb the result is negative, zero or positive.
 */
export const carry = (sign: number, limb: number): number =>
  sign >= decidedMin || sign <= -decidedMin ? sign : sign * limbSize + limb

/** Negative, zero or positive as cost `left` is less than, equal to or greater than cost `right`. */
export function compareCosts({ width, limbs }: Costs, left: number, right: number): number {
  let sign = 0
  for (let limb = 0; limb < width; limb++)
    sign = carry(sign, limbAt(limbs, left * width + limb) - limbAt(limbs, right * width + limb))
  return sign
}

/** The limb at `index` of costs, lengths or potentials; throws like `at`. For its speed see `indexAt`. */
export const limbAt = (limbs: Float64Array, index: number): number => limbs[index] ?? outOfRange(limbs, index)

function outOfRange(limbs: Float64Array, index: number): never {
  throw new RangeError(`Got limb ${index}, wanted one from 0 to ${limbs.length - 1}`)
}

/** The costs at `indices`, in that order. */
export function selectCosts({ width, limbs }: Costs, indices: readonly number[]): Costs {
  const selected = new Float64Array(indices.length * width)
  for (const [place, index] of indices.entries())
    selected.set(limbs.subarray(index * width, (index + 1) * width), place * width)
  return { width, limbs: selected }
}

interface Part {
  /** From 0. */
  readonly values: readonly Units[]
  readonly most: Units
}

interface WeightedPart {
  readonly values: readonly Units[]
  readonly weight: bigint
}

/**
 * One part of the tuples, less the least value. All matchings with the most pairs contain that value equally often, so
 * that leaving it out changes no comparison.
 */
function shifted(column: RankColumn, indices: Uint32Array): Part {
  const values = Array.from(indices, (index) => rankAt(column, index))
  const [first] = values
  if (first === undefined) return { values, most: 0 }
  let [least, most] = [first, first]
  for (const units of values) {
    if (units < least) least = units
    if (units > most) most = units
  }
  return { values: values.map((units) => difference(units, least)), most: difference(most, least) }
}

const difference = (units: Units, least: Units): Units =>
  typeof units === 'number' && typeof least === 'number' ? units - least : BigInt(units) - BigInt(least)

function singleLimb(parts: readonly WeightedPart[], count: number): Costs {
  const limbs = new Float64Array(count)
  for (const { values, weight } of parts) {
    const factor = Number(weight)
    for (const [index, units] of values.entries()) limbs[index] = limbAt(limbs, index) + Number(units) * factor
  }
  return { width: 1, limbs }
}

/** `whole` is above every cost. */
function severalLimbs(parts: readonly WeightedPart[], count: number, whole: bigint): Costs {
  const width = Math.ceil(whole.toString(2).length / limbBits)
  const limbs = new Float64Array(count * width)
  for (let index = 0; index < count; index++) {
    let rest = parts.reduce((sum, { values, weight }) => sum + BigInt(at(values, index)) * weight, 0n)
    for (let limb = width - 1; limb >= 0; limb--) {
      limbs[index * width + limb] = Number(rest & BigInt(limbSize - 1))
      rest >>= BigInt(limbBits)
    }
  }
  return { width, limbs }
}
