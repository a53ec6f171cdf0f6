import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { BatchSha256, Sha256 } from '@tallystick/engine'
import { createLaneBatch } from './sha256/lane-batch.ts'
import lanes from './sha256/sha256-lanes.wasm'

/**
 * SHA-256 (FIPS 180-4) of the concatenation of `parts`, synchronous. workerd's own hashes cost more than hashing a line
 * here: `node:crypto` takes microseconds a call, and WebCrypto has to be awaited.
 */
export const sha256: Sha256 = (...parts) => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return nobleSha256(only)
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** SHA-256 of many messages at once; many times as fast as one by one. */
export const batchSha256: BatchSha256 = createLaneBatch(() => new WebAssembly.Instance(lanes), sha256)
