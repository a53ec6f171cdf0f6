import type { Scope } from '@tallystick/schema/key'
import { type Role, roleOfScopes } from '@tallystick/schema/role'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

export interface DemandedScopes {
  readonly all: readonly Scope[]
  /** Any one of these opens the route as well. */
  readonly others?: readonly Scope[]
  /** The first role that may call the route, where that is a later one than the scopes need. */
  readonly role?: Role
}

const scopesByMiddleware = new WeakMap<object, DemandedScopes>()

export function noteScopes(middleware: object, scopes: DemandedScopes): void {
  scopesByMiddleware.set(middleware, scopes)
}

export const scopesOf = (middleware: unknown): DemandedScopes | undefined =>
  typeof middleware === 'object' && middleware !== null ? scopesByMiddleware.get(middleware) : undefined

/**
 * Throws `scope_insufficient` unless the key has all `scopes`, or `role_missing` unless the role of the member has: for
 * answers that need more than the route.
 */
export function requireScope(c: Context<AppEnv>, ...scopes: readonly Scope[]): void {
  const { actor, scopes: own } = c.var.identity
  const missing = scopes.filter((scope) => !own.includes(scope))
  if (missing.length === 0) return
  if (actor.kind === 'key')
    throw new ProblemError('scope_insufficient', { detail: `The key lacks the scope ${missing.join(', ')}.` })
  throw new ProblemError('role_missing', {
    detail: `This needs the role ${roleOfScopes(missing)}, and the member is ${actor.role}.`,
  })
}
