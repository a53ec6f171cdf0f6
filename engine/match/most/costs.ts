import type { Units } from '../../record/columns.ts'
import type { RankColumn } from '../rank-column.ts'

/**
 * Costs that add up without loss, as float64 limbs: cost `i` is `limbs[i * width .. (i + 1) * width)`, the first the
 * most significant, each worth 2^36 of the next. Sums and differences are taken limb by limb and never carried.
 */
export interface Costs {
  readonly width: number
  readonly limbs: Float64Array
}

/** Nodes on a side of what is weighed, at most: paths through more would add up to more than the limbs can hold. */
export const nodeCountMax = 512

const limbBits = 36
const limbSize = 2 ** limbBits

/**
 * Above it no sum of lower limbs decides: a distance adds at most `nodeCountMax` costs and takes as many away, a
 * potential is three distances, and comparing looks at four potentials and distances. That is below 2^13 costs.
 */
const decidedMin = 2 ** 16

/** Up to it no cost is above 2^40, and 2^13 of those are exact in one float64. */
const singleLimbMax = 2n ** 40n * BigInt(nodeCountMax)

/**
 * One cost for each rank tuple: part by part, `indices` say which elements. Sums of up to `nodeCountMax` costs compare
 * as the sums of the tuples do, part by part, since a part weighs more than all later ones can add up to.
 */
export function rankCosts(ranks: readonly RankColumn[], indices: Uint32Array): Costs {
  const parts = ranks.map((part) => shifted(part, indices))
  let whole = 1n
  const weights = parts.toReversed().map(({ most }) => {
    const weight = whole
    whole *= BigInt(most) * BigInt(nodeCountMax) + 1n
    return weight
  })
  weights.reverse()
  return whole <= singleLimbMax ? singleLimb(parts, weights, indices.length) : severalLimbs(parts, weights, whole)
}

/** Of two sums of costs that were subtracted limb by limb: negative, zero or positive, given the limbs in turn. */
export const carry = (sign: number, limb: number): number =>
  sign >= decidedMin || sign <= -decidedMin ? sign : sign * limbSize + limb

/** Negative, zero or positive as one cost is less than, as much as or more than the other. */
export function compareCosts({ width, limbs }: Costs, left: number, right: number): number {
  let sign = 0
  for (let limb = 0; limb < width; limb++)
    sign = carry(sign, (limbs[left * width + limb] ?? 0) - (limbs[right * width + limb] ?? 0))
  return sign
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

/** What all have in common does not tell them apart: every matching of the most pairs has as much of it. */
function shifted(part: RankColumn, indices: Uint32Array): Part {
  const values = Array.from(indices, (index) => part[index] ?? 0)
  let [least = 0, most = 0] = [values[0], values[0]]
  for (const units of values) {
    if (units < least) least = units
    if (units > most) most = units
  }
  return { values: values.map((units) => difference(units, least)), most: difference(most, least) }
}

const difference = (units: Units, least: Units): Units =>
  typeof units === 'number' && typeof least === 'number' ? units - least : BigInt(units) - BigInt(least)

function singleLimb(parts: readonly Part[], weights: readonly bigint[], count: number): Costs {
  const limbs = new Float64Array(count)
  for (const [at, { values }] of parts.entries()) {
    const weight = Number(weights[at] ?? 0n)
    values.forEach((units, index) => {
      limbs[index] = (limbs[index] ?? 0) + Number(units) * weight
    })
  }
  return { width: 1, limbs }
}

function severalLimbs(parts: readonly Part[], weights: readonly bigint[], whole: bigint): Costs {
  const width = Math.ceil(whole.toString(2).length / limbBits)
  const count = parts[0]?.values.length ?? 0
  const limbs = new Float64Array(count * width)
  for (let index = 0; index < count; index++) {
    let rest = parts.reduce((sum, { values }, at) => sum + BigInt(values[index] ?? 0) * (weights[at] ?? 0n), 0n)
    for (let limb = width - 1; limb >= 0; limb--) {
      limbs[index * width + limb] = Number(rest & BigInt(limbSize - 1))
      rest >>= BigInt(limbBits)
    }
  }
  return { width, limbs }
}
