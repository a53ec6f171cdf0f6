import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tallystick/engine/base'
import { createLaneBatch, createShortHash, lanesOnce } from './lane-batch.ts'

/**
 * SHA-256 (FIPS 180-4) of the concatenation of `parts`, synchronous, by a compiled sha256-lanes.wasm, which is instantiated
 * at the first call. Needs nothing of its platform but WebAssembly: a page makes its hash with
 * `createLaneHasher(await WebAssembly.compileStreaming(fetch(url)))`.
 */
export function createLaneHasher(lanes: WebAssembly.Module): Sha256 {
  const open = lanesOnce(() => new WebAssembly.Instance(lanes))
  return Object.assign(createShortHash(open, digest), { batch: createLaneBatch(open, digest) })
}

/** What is too long for the module goes through JavaScript. */
function digest(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return nobleSha256(only)
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
