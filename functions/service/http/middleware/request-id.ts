import type { Context } from 'hono'
import { createId } from '../../platform/ids.ts'
import type { Isolate } from '../../platform/isolate.ts'
import type { AppEnv } from '../app-env.ts'

/** Gives each request a new id, never an id that the caller sends. */
export const requestId = (isolateOf: () => Isolate) =>
  async function requestId(c: Context<AppEnv>, next: () => Promise<void>) {
    const isolate = isolateOf()
    const id = createId('req', isolate.now())
    c.set('isolate', isolate)
    c.set('requestId', id)
    await next()
    c.res.headers.set('X-Request-Id', id)
  }
