import { byteAt } from '../../base/at.ts'

const bitsPerKey = 16

export const filterByteCount = (keyCount: number): number =>
  2 ** Math.max(7, 32 - Math.clz32((bitsPerKey * keyCount) >>> 3))

/** A bitmap of the hashes of keys. A few in a hundred absent keys read as present. */
export interface HashFilter {
  add(hash: number): void
  has(hash: number): boolean
}

/** Requires that the number of bytes is a power of two. */
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
