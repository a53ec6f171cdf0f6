import type { Sha256 } from '../../base/hasher.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { hashByteCount } from './tile.ts'

/** The root over n hashes of 32 bytes in `bytes`, where n must be a power of two. Computes n - 1 node hashes. */
export function perfectRoot(sha256: Sha256, bytes: Uint8Array): Uint8Array {
  const frontier = createFrontier(sha256)
  frontier.appendAll(bytes, bytes.length / hashByteCount)
  return frontier.root()
}

/**
 * The roots of the perfect subtrees over fewer than 256 hashes, the largest first: one for each set bit of their count.
 */
export function perfectRoots(sha256: Sha256, bytes: Uint8Array): readonly Uint8Array[] {
  const roots: Uint8Array[] = []
  let remainder = bytes
  for (let count = 128; count >= 1; count /= 2) {
    if (remainder.length < count * hashByteCount) continue
    roots.push(perfectRoot(sha256, remainder.subarray(0, count * hashByteCount)))
    remainder = remainder.subarray(count * hashByteCount)
  }
  return roots
}
