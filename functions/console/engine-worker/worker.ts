// Must come before any module that makes a schema.
import '@tallystick/schema/no-generated-code'
import { expose, type ProxyMarked, proxy } from 'comlink'
import { createEngineSession, type EngineSession } from './engine-session.ts'
import { loadSha256 } from './page-sha256.ts'

export interface EngineWorker {
  /** Makes the session at the first call, since its hasher is fetched. */
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
