import type { Sha256 } from '../../base/hasher.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { hashByteCount } from './tile.ts'

/**
 * The root of the perfect subtree over the hashes in `bytes`, 32 bytes each. Requires a power of two of them, at least
 * one. One node hash a hash.
 */
export function perfectRoot(sha256: Sha256, bytes: Uint8Array): Uint8Array {
  const frontier = createFrontier(sha256)
  frontier.appendAll(bytes, bytes.length / hashByteCount)
  return frontier.root()
}

/**
 * The roots of the perfect subtrees that the `width` hashes in `bytes` make up, largest first: one for each bit set in
 * the width.
 */
export function perfectRoots(sha256: Sha256, bytes: Uint8Array): readonly Uint8Array[] {
  const roots: Uint8Array[] = []
  let rest = bytes
  for (let count = 128; count >= 1; count /= 2) {
    if (rest.length < count * hashByteCount) continue
    roots.push(perfectRoot(sha256, rest.subarray(0, count * hashByteCount)))
    rest = rest.subarray(count * hashByteCount)
  }
  return roots
}
