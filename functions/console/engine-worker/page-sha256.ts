import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tallystick/engine'
import { createLaneBatch, createShortHash, lanesOnce } from '../../platform/sha256/lane-batch.ts'
import lanesUrl from '../../platform/sha256/sha256-lanes.wasm?url'

/** SHA-256 (FIPS 180-4) for the engine in a page. Resolves when its WebAssembly module has been fetched and compiled. */
export async function loadSha256(): Promise<Sha256> {
  const module = await WebAssembly.compile(await (await fetch(lanesUrl)).arrayBuffer())
  const open = lanesOnce(() => new WebAssembly.Instance(module))
  return Object.assign(createShortHash(open, digest), { batch: createLaneBatch(open, digest) })
}

function digest(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = nobleSha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}
