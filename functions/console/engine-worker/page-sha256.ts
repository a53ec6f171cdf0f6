import { createLaneHasher } from '@tallystick/audit/sha256/lane-hasher'
import lanesUrl from '@tallystick/audit/sha256/sha256-lanes.wasm?url'
import type { Sha256 } from '@tallystick/engine/base'

/** SHA-256 (FIPS 180-4) for the engine in a page. Resolves when the WebAssembly module is compiled. */
export const loadSha256 = async (): Promise<Sha256> =>
  createLaneHasher(await WebAssembly.compile(await (await fetch(lanesUrl)).arrayBuffer()))
