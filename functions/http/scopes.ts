import type { Context } from 'hono'
import type { Scope } from '../../schema/key.ts'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

const scopesByMiddleware = new WeakMap<object, readonly Scope[]>()

/** Remembers the scopes that `middleware` demands, for the OpenAPI document. */
export function noteScopes(middleware: object, scopes: readonly Scope[]): void {
  scopesByMiddleware.set(middleware, scopes)
}

/** The scopes that `middleware` demands; undefined when `noteScopes` was never called for it. */
export const scopesOf = (middleware: unknown): readonly Scope[] | undefined =>
  typeof middleware === 'object' && middleware !== null ? scopesByMiddleware.get(middleware) : undefined

/** Throws `scope_insufficient` unless the caller's key has all of `scopes`: for answers that need more than the route. */
export function requireScope(c: Context<AppEnv>, ...scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !c.var.identity.scopes.includes(scope))
  if (missing.length > 0)
    throw new ProblemError('scope_insufficient', { detail: `The key lacks the scope ${missing.join(', ')}.` })
}
