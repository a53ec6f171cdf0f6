import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { isPublic } from '../public-paths.ts'
import { addVary } from '../vary.ts'

/**
 * Keeps answers to members out of caches: no shared cache stores them, and a browser asks again before it shows them.
 * All answers to requests without a key say that a session may change them; those to a key depend on that key already.
 */
export const sessionAnswers = () =>
  async function sessionAnswers(c: Context<AppEnv>, next: () => Promise<void>) {
    await next()
    const { headers } = c.res
    if (!isPublic(c.req.path) && c.req.header('X-API-Key') === undefined) addVary(headers, 'Cookie')
    if (c.get('identity')?.actor.kind === 'member') headers.set('Cache-Control', 'private, no-cache')
  }
