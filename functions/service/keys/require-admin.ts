import { utf8 } from '@tallystick/engine/base'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { countFailedAttempt, refuseAfterFailedAttempts } from '../http/rate/address-limit.ts'
import { isAdminEnabled } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import { areEqual } from './key-hash.ts'

/** Admits a request with the admin key in `X-Admin-Key`. A Worker without an admin key answers `route_not_found`. */
export const requireAdmin = (): MiddlewareHandler<AppEnv> =>
  async function requireAdmin(c, next) {
    if (!isAdminEnabled(c.env)) throw new ProblemError('route_not_found')
    const sent = c.req.header('X-Admin-Key')
    if (sent === undefined || sent === '') throw new ProblemError('admin_key_missing')
    refuseAfterFailedAttempts(c, 'admin')
    if (!isAdminKey(c.env, sent)) {
      countFailedAttempt(c, 'admin')
      throw new ProblemError('admin_key_invalid')
    }
    await next()
  }

/** Whether `sent` is the admin key, in constant time; never in a Worker without one. */
function isAdminKey(env: Env, sent: string): boolean {
  const { ADMIN_KEY } = env
  return ADMIN_KEY !== undefined && isAdminEnabled(env) && areEqual(sha256(utf8(sent)), sha256(utf8(ADMIN_KEY)))
}
