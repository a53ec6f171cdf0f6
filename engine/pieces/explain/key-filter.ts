import { byteAt } from '../../base/at.ts'

/** A set of keys that may take others for its own, a few in a hundred: bits by the hash of a key. */
export interface KeyFilter {
  add(key: string): void
  has(key: string): boolean
}

const bitsPerKey = 16

/** The bytes of a filter for so many keys: a power of two. */
export const filterByteCount = (keyCount: number): number =>
  2 ** Math.max(7, 32 - Math.clz32((bitsPerKey * keyCount) >>> 3))

/** The filter that `bits` hold: 2^n bytes. */
export function createKeyFilter(bits: Uint8Array): KeyFilter {
  const mask = bits.length - 1
  return {
    add(key) {
      const hash = hashOf(key)
      const place = (hash >>> 3) & mask
      bits[place] = byteAt(bits, place) | (1 << (hash & 7))
    },
    has(key) {
      const hash = hashOf(key)
      return (byteAt(bits, (hash >>> 3) & mask) & (1 << (hash & 7))) !== 0
    },
  }
}

/** 32 bits of a text, by FNV-1a and a last mixing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
