import { createHash } from 'node:crypto'
import { createLaneBatch, createShortHash, lanesOnce } from '@tallystick/audit/sha256/lane-batch'
import lanes from '@tallystick/audit/sha256/sha256-lanes.wasm'
import type { Sha256 } from '@tallystick/engine/base'

const open = lanesOnce(() => new WebAssembly.Instance(lanes))

/**
 * SHA-256 (FIPS 180-4) of the concatenation of `parts`, synchronous, for many short messages. A call of `node:crypto`
 * takes microseconds, more than hashing a line here, so only long messages go there, and WebCrypto has to be awaited.
 * Hashing many lines in one call is many times as fast.
 */
export const sha256: Sha256 = Object.assign(createShortHash(open, digest), { batch: createLaneBatch(open, digest) })

function digest(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
