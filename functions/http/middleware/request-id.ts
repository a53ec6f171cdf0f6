import type { Context } from 'hono'
import { createId } from '../../platform/ids.ts'
import type { Isolate } from '../../platform/isolate.ts'
import type { AppEnv } from '../app-env.ts'

/** Names the request, in its variables and in `X-Request-Id`. What the caller sends under that name is never used. */
export const requestId = (isolate: Isolate) =>
  async function requestId(c: Context<AppEnv>, next: () => Promise<void>) {
    const id = createId('req', isolate.now())
    c.set('isolate', isolate)
    c.set('requestId', id)
    await next()
    c.res.headers.set('X-Request-Id', id)
  }
