import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ProblemError } from '../../http/problem.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Throws `origin_refused` for a request that may change something and is not from a page of this service, whatever its
 * Content-Type: a browser adds cookies to requests that other sites make. A page may hide its Origin, and then
 * Sec-Fetch-Site speaks, which only browsers write.
 */
export function requireOwnOrigin(c: Context<AppEnv>): void {
  if (safeMethods.includes(c.req.method)) return
  const isOwn = c.req.header('Origin') === new URL(c.req.url).origin
  if (!isOwn && c.req.header('Sec-Fetch-Site') !== 'same-origin') throw new ProblemError('origin_refused')
}
