import { byteAt } from '../../base/at.ts'

const bitsPerKey = 16

/** The bytes of a filter for so many keys: a power of two. */
export const filterByteCount = (keyCount: number): number =>
  2 ** Math.max(7, 32 - Math.clz32((bitsPerKey * keyCount) >>> 3))

/** A set of hashes of keys that may take others for its own, a few in a hundred: a bit for each hash. */
export interface HashFilter {
  add(hash: number): void
  has(hash: number): boolean
}

/** The filter of hashes that `bits` hold: 2^n bytes. */
export function createHashFilter(bits: Uint8Array): HashFilter {
  const mask = bits.length - 1
  return {
    add(hash) {
      const place = (hash >>> 3) & mask
      bits[place] = byteAt(bits, place) | (1 << (hash & 7))
    },
    has: (hash) => (byteAt(bits, (hash >>> 3) & mask) & (1 << (hash & 7))) !== 0,
  }
}
