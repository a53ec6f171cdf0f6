import { numberAt } from '../../base/at.ts'
import type { Units } from '../../record/columns.ts'
import { type RankColumn, rankAt } from '../blocks/rank-column.ts'

/**
 * Costs that add up without loss, as float64 limbs: cost `i` is `limbs[i * width .. (i + 1) * width)`, the most
 * significant limb first. A limb counts 2^36 times as much as the next one. Sums and differences are taken limb by
 * limb, without a carry.
 */
export interface Costs {
  readonly width: number
  readonly limbs: Float64Array
}

/**
 * The most nodes that a component may have on a side: with more, the limbs could not hold the costs of the longest
 * paths.
 */
export const nodeCountMax = 512

const limbBits = 36
const limbSize = 2 ** limbBits

/**
 * Once the upper limbs differ by this much, the lower limbs cannot change the sign. A distance adds at most
 * `nodeCountMax` costs and subtracts as many, a potential is three distances, and a comparison reads two distances and
 * two potentials: at most 2^13 costs in all.
 */
const decidedMin = 2 ** 16

/** Up to this bound no cost exceeds 2^40, and a float64 holds the sum of 2^13 such costs exactly. */
const singleLimbMax = 2 ** 40 * nodeCountMax

/**
 * One cost for the rank tuple of each candidate in `indices`. Sums of up to `nodeCountMax` costs compare like the sums
 * of the tuples: a part weighs more than the sum of all later parts.
 */
export function rankCosts(ranks: readonly RankColumn[], indices: Uint32Array): Costs {
  const parts = ranks.map((column) => rangeOf(column, indices)).toReversed()
  return singleLimb(parts, indices) ?? severalLimbs(parts, indices)
}

/**
 * One step of comparing two sums, starting with the most significant limb: `sign` is the result of the limbs above, at
 * first 0, and `limb` the difference of the two limbs. The result after the last limb has the sign of the difference.
 */
export const carry = (sign: number, limb: number): number =>
  sign >= decidedMin || sign <= -decidedMin ? sign : sign * limbSize + limb

export function compareCosts({ width, limbs }: Costs, left: number, right: number): number {
  let sign = 0
  for (let limb = 0; limb < width; limb++)
    sign = carry(sign, limbAt(limbs, left * width + limb) - limbAt(limbs, right * width + limb))
  return sign
}

/** Throws like `at`, but is faster, see `indexAt`. */
export const limbAt = (limbs: Float64Array, index: number): number => limbs[index] ?? outOfRange(limbs, index)

function outOfRange(limbs: Float64Array, index: number): never {
  throw new RangeError(`Got limb ${index}, wanted one from 0 to ${limbs.length - 1}`)
}

/**
 * One part of the rank tuples. The least value is subtracted from all: each matching with the most pairs becomes
 * cheaper by the same amount, so that no comparison changes.
 */
interface Part {
  readonly column: RankColumn
  readonly least: Units
  readonly reach: Units
}

function rangeOf(column: RankColumn, indices: Uint32Array): Part {
  if (indices.length === 0) return { column, least: 0, reach: 0 }
  const first = rankAt(column, numberAt(indices, 0))
  let [least, most] = [first, first]
  for (const index of indices) {
    const units = rankAt(column, index)
    if (units < least) least = units
    if (units > most) most = units
  }
  return { column, least, reach: difference(most, least) }
}

const difference = (units: Units, least: Units): Units =>
  typeof units === 'number' && typeof least === 'number' ? units - least : BigInt(units) - BigInt(least)

/** The costs if one limb can hold them, else undefined. The last part comes first in `parts`. */
function singleLimb(parts: readonly Part[], indices: Uint32Array): Costs | undefined {
  const limbs = new Float64Array(indices.length)
  let weight = 1
  for (const { column, least, reach } of parts) {
    const next = weight * (Number(reach) * nodeCountMax + 1)
    // `next` exceeds every cost of the parts so far. It is exact up to the bound.
    if (next > singleLimbMax) return undefined
    for (let place = 0; place < limbs.length; place++) {
      const units = Number(difference(rankAt(column, numberAt(indices, place)), least))
      limbs[place] = limbAt(limbs, place) + units * weight
    }
    weight = next
  }
  return { width: 1, limbs }
}

function severalLimbs(parts: readonly Part[], indices: Uint32Array): Costs {
  let whole = 1n
  const weighted = parts.map((part) => {
    const weight = whole
    whole *= BigInt(part.reach) * BigInt(nodeCountMax) + 1n
    return { ...part, weight }
  })
  const width = Math.ceil(whole.toString(2).length / limbBits)
  const limbs = new Float64Array(indices.length * width)
  for (const [place, index] of indices.entries()) {
    let remainder = 0n
    for (const { column, least, weight } of weighted)
      remainder += BigInt(difference(rankAt(column, index), least)) * weight
    for (let limb = width - 1; limb >= 0; limb--) {
      limbs[place * width + limb] = Number(remainder & BigInt(limbSize - 1))
      remainder >>= BigInt(limbBits)
    }
  }
  return { width, limbs }
}
