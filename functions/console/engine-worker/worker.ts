// Comes first: a schema that is made earlier would try to generate code, which the page's policy forbids.
import '@tallystick/schema/no-generated-code'
import { createLaneHasher } from '@tallystick/audit/sha256/lane-hasher'
import lanesUrl from '@tallystick/audit/sha256/sha256-lanes.wasm?url'
import type { Sha256 } from '@tallystick/engine/base'
import { expose, type ProxyMarked, proxy } from 'comlink'
import { createEngineSession, type EngineSession } from './engine-session.ts'

export interface EngineWorker {
  /** Makes the session at the first call, since its hasher has to be fetched first. */
  readonly open: () => Promise<EngineSession & ProxyMarked>
}

let session: Promise<EngineSession & ProxyMarked> | undefined

const api: EngineWorker = {
  open() {
    session ??= loadSha256().then((sha256) => proxy(createEngineSession(sha256)))
    return session
  },
}

expose(api)

/** Loads SHA-256 (FIPS 180-4) for the engine in a page. Resolves once the WebAssembly module is compiled. */
const loadSha256 = async (): Promise<Sha256> =>
  createLaneHasher(await WebAssembly.compile(await (await fetch(lanesUrl)).arrayBuffer()))
