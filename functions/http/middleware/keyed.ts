import type { Context, MiddlewareHandler } from 'hono'
import type { Scope } from '../../../schema/key.ts'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import { noteScopes } from '../scopes.ts'
import { authenticate } from './authenticate.ts'
import { rateLimit } from './rate-limit.ts'

/** The middleware of a route that needs an API key with all of `scopes`: checks the key, its rate, then its scopes. */
export function keyed(...scopes: readonly Scope[]): MiddlewareHandler<AppEnv>[] {
  const middleware = [authenticate(), rateLimit(), requireScopes(scopes)]
  noteScopes(middleware, scopes)
  return middleware
}

/** Throws `scope_insufficient` unless the caller's key has all of `scopes`: for answers that need more than the route. */
export function requireScope(c: Context<AppEnv>, ...scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !c.var.identity.scopes.includes(scope))
  if (missing.length > 0)
    throw new ProblemError('scope_insufficient', { detail: `The key lacks the scope ${missing.join(', ')}.` })
}

const requireScopes = (scopes: readonly Scope[]): MiddlewareHandler<AppEnv> =>
  async function requireScopes(c, next) {
    requireScope(c, ...scopes)
    await next()
  }
