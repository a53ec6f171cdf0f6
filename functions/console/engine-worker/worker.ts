// Comes first: a schema that is made earlier would try to generate code, which the page's policy forbids.
import '@tallystick/schema/no-generated-code'
import rowsUrl from '@tallystick/audit/rows/rows.wasm?url'
import { createLaneHasher } from '@tallystick/audit/sha256/lane-hasher'
import lanesUrl from '@tallystick/audit/sha256/sha256-lanes.wasm?url'
import { expose, type ProxyMarked, proxy } from 'comlink'
import { createEngineSession, type EngineSession } from './engine-session.ts'
import { createLayoutStore, createResultStore } from './kept-result-files.ts'
import { createCloseStore } from './own-close-store.ts'
import { createKeyStore } from './own-keys.ts'
import type { EngineModules } from './session-context.ts'

export interface EngineWorker {
  /** Makes the session at the first call, since its modules have to be fetched first. */
  readonly open: () => Promise<EngineSession & ProxyMarked>
}

let session: Promise<EngineSession & ProxyMarked> | undefined

const api: EngineWorker = {
  open() {
    session ??= load().then((modules) => proxy(createEngineSession(modules)))
    return session
  },
}

expose(api)

/** Loads SHA-256 (FIPS 180-4) and the reader of usual records for the engine in a page. */
async function load(): Promise<EngineModules> {
  const [lanes, rows] = await Promise.all([lanesUrl, rowsUrl].map(compiled))
  if (lanes === undefined || rows === undefined) throw new Error('Got no modules')
  return {
    sha256: createLaneHasher(lanes),
    openRows: () => new WebAssembly.Instance(rows).exports,
    results: createResultStore(),
    layouts: createLayoutStore(),
    closes: createCloseStore(),
    keys: createKeyStore(),
  }
}

const compiled = async (url: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await (await fetch(url)).arrayBuffer())
