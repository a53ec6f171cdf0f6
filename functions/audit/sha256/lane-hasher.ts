import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tallystick/engine/base'
import { createLaneBatch, createShortHash, lanesOnce } from './lane-batch.ts'

/**
 * SHA-256 (FIPS 180-4) by the compiled sha256-lanes.wasm, which is instantiated at the first call. A page calls
 * `createLaneHasher(await WebAssembly.compileStreaming(fetch(url)))`.
 */
export function createLaneHasher(lanes: WebAssembly.Module): Sha256 {
  const open = lanesOnce(() => new WebAssembly.Instance(lanes))
  return Object.assign(createShortHash(open, digest), { batch: createLaneBatch(open, digest) })
}

/** Hashes long messages, in JavaScript. */
function digest(...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return nobleSha256(only)
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
