import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tallystick/engine'
import { createLaneBatch, createShortHash, lanesOnce } from './sha256/lane-batch.ts'
import lanes from './sha256/sha256-lanes.wasm'

const open = lanesOnce(() => new WebAssembly.Instance(lanes))

/**
 * SHA-256 (FIPS 180-4) of the concatenation of `parts`, synchronous. workerd's own hashes cost more than hashing a line
 * here: `node:crypto` takes microseconds a call, and WebCrypto has to be awaited. Its batches are many times as fast.
 */
export const sha256: Sha256 = Object.assign(createShortHash(open, digest), { batch: createLaneBatch(open, digest) })

function digest(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return nobleSha256(only)
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
