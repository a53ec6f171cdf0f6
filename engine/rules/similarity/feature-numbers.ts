import { int32At, uint32At } from '../../base/at.ts'
import { grown } from './number-lists.ts'

/**
 * Numbers features from 0, in the order in which they come. A feature is two halves of 32 bits, such as three
 * characters. Numbers instead of strings, since a text has as many features as characters and each is looked up for
 * every comparison.
 */
export interface FeatureNumbers {
  count(): number
  /** New where the feature has none. O(1) on average. */
  numberOf(upper: number, lower: number): number
  upperOf(feature: number): number
  lowerOf(feature: number): number
  clear(): void
}

/** Numbers of 4 bytes that a feature takes: its halves, and up to four slots. */
export const numbersPerFeature = 6

const firstCount = 128

/**
 * Full slots in a row from which on the table is hashed anew. Usual texts have clusters of some dozens; a tenant who
 * knows the hash can choose features that make one cluster.
 */
const clusterLengthMax = 256

/** Hashes that a table of one size may have: features that collide under all of them are too few to matter. */
const multiplierCountMax = 8

/** Open addressing, with two to four slots a feature. */
export function createFeatureNumbers(): FeatureNumbers {
  let count = 0
  let halves = new Uint32Array(2 * firstCount)
  /** 0, or a feature's number counted from 1. */
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

/** Odd, and so are its products: none loses a bit of what it multiplies. */
const firstMultiplier = 0x85eb_ca6b
const nextMultiplier = 0xc2b2_ae35

interface FeatureHash {
  of(upper: number, lower: number): number
  /** Takes another multiplier; false when a table of this size has had all that it may have. */
  change(): boolean
  allowChanges(): void
}

function createFeatureHash(): FeatureHash {
  let multiplier = firstMultiplier
  let multiplierCount = 1
  return {
    // The upper bits of a product are moved down, so that every bit of both halves decides.
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
