import { int32At, uint32At } from '../../base/at.ts'
import { grown } from './number-lists.ts'

/**
 * Numbers features from 0 in the order of their first use. A feature is a pair of 32-bit halves, such as three packed
 * characters: numbers, since strings would make the many look-ups of a comparison slow.
 */
export interface FeatureNumbers {
  count(): number
  /** The number of a feature; a new one for a new feature. O(1) on average. */
  numberOf(upper: number, lower: number): number
  upperOf(feature: number): number
  lowerOf(feature: number): number
  clear(): void
}

/** Memory of a feature, in 4-byte numbers: two halves and up to four slots. */
export const numbersPerFeature = 6

const firstCount = 128

/**
 * A longer cluster of full slots makes the table change its hash. Clusters of usual texts have some dozens of slots; a
 * tenant who knows the hash could choose features that all fall into one.
 */
const clusterLengthMax = 256

/** The most hashes that a table of one size tries. Features that collide under all of them are too few to matter. */
const multiplierCountMax = 8

/** A hash table with open addressing and two to four slots a feature. */
export function createFeatureNumbers(): FeatureNumbers {
  let count = 0
  let halves = new Uint32Array(2 * firstCount)
  /** A slot holds 0 when empty, else a feature's number plus 1. */
  let slots = new Int32Array(2 * firstCount)
  const hash = createFeatureHash()
  let isClusterLong = false
  const slotOf = (upper: number, lower: number): number => {
    const last = slots.length - 1
    const first = hash.of(upper, lower) & last
    let slot = first
    for (let known = int32At(slots, slot); known !== 0; known = int32At(slots, slot)) {
      if (uint32At(halves, 2 * known - 1) === lower && uint32At(halves, 2 * known - 2) === upper) return slot
      slot = (slot + 1) & last
    }
    isClusterLong ||= ((slot - first) & last) > clusterLengthMax
    return slot
  }
  const fill = (): void => {
    isClusterLong = false
    for (let number = 0; number < count; number++)
      slots[slotOf(uint32At(halves, 2 * number), uint32At(halves, 2 * number + 1))] = number + 1
  }
  const spread = (): void => {
    while (isClusterLong && hash.change()) {
      slots.fill(0)
      fill()
    }
  }
  const grow = (): void => {
    halves = grown(halves, 0)
    slots = new Int32Array(2 * slots.length)
    hash.allowChanges()
    fill()
  }
  return {
    count: () => count,
    numberOf(upper, lower) {
      const slot = slotOf(upper, lower)
      const known = int32At(slots, slot)
      if (known !== 0) return known - 1
      halves[2 * count] = upper
      halves[2 * count + 1] = lower
      count += 1
      slots[slot] = count
      if (2 * count === halves.length) grow()
      if (isClusterLong) spread()
      return count - 1
    },
    upperOf: (feature) => uint32At(halves, 2 * feature),
    lowerOf: (feature) => uint32At(halves, 2 * feature + 1),
    clear() {
      count = 0
      hash.allowChanges()
      isClusterLong = false
      slots.fill(0)
    },
  }
}

/** Multipliers are odd, and so are their products: multiplying by an odd number modulo 2^32 loses no bit. */
const firstMultiplier = 0x85eb_ca6b
const nextMultiplier = 0xc2b2_ae35

interface FeatureHash {
  of(upper: number, lower: number): number
  /** Goes on to another multiplier; false once a table of this size has tried `multiplierCountMax`. */
  change(): boolean
  allowChanges(): void
}

function createFeatureHash(): FeatureHash {
  let multiplier = firstMultiplier
  let multiplierCount = 1
  return {
    // The slot is taken from the lower bits: the upper bits are moved down so that every bit of both halves counts.
    of(upper, lower) {
      const product = Math.imul(upper ^ Math.imul(lower, multiplier), 0x9e37_79b1)
      return Math.imul(product ^ (product >>> 15), 0x85eb_ca6b) >>> 8
    },
    change() {
      if (multiplierCount === multiplierCountMax) return false
      multiplierCount += 1
      multiplier = Math.imul(multiplier, nextMultiplier)
      return true
    },
    allowChanges() {
      multiplierCount = 1
    },
  }
}
