import type { Scope } from '@tallystick/schema/key'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { rateLimit } from '../http/middleware/rate-limit.ts'
import { noteScopes, requireScope } from '../http/scopes.ts'
import { authenticate } from './authenticate.ts'
import { noteRefusals } from './note-refusals.ts'

/**
 * Checks the key or the session, the rate of its tenant, and that the key or the role of the member has all of the
 * scopes.
 */
export function keyed(...scopes: readonly Scope[]): MiddlewareHandler<AppEnv>[] {
  const middleware = [noteRefusals(), authenticate(), rateLimit(), requireScopes(scopes)]
  noteScopes(middleware, { all: scopes })
  return middleware
}

/** As `keyed`, but one of the scopes suffices. A route may then require a certain one. */
export function keyedByAny(first: Scope, ...others: readonly Scope[]): MiddlewareHandler<AppEnv>[] {
  const isAny = async function requireAnyScope(c: Context<AppEnv>, next: () => Promise<void>) {
    if (!others.some((scope) => c.var.identity.scopes.includes(scope))) requireScope(c, first)
    await next()
  }
  const middleware = [noteRefusals(), authenticate(), rateLimit(), isAny]
  noteScopes(middleware, { all: [first], others })
  return middleware
}

const requireScopes = (scopes: readonly Scope[]): MiddlewareHandler<AppEnv> =>
  async function requireScopes(c, next) {
    requireScope(c, ...scopes)
    await next()
  }
