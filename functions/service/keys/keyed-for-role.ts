import type { Scope } from '@tallystick/schema/key'
import { isRoleOf, type Role } from '@tallystick/schema/role'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { noteScopes } from '../http/scopes.ts'
import { keyed } from './keyed.ts'

/** As `keyed`, for a route that members need a later role for than the scope does. A key needs the scope alone. */
export function keyedForRole(scope: Scope, role: Role): MiddlewareHandler<AppEnv>[] {
  const middleware = [...keyed(scope), requireRole(role)]
  noteScopes(middleware, { all: [scope], role })
  return middleware
}

const requireRole = (needed: Role): MiddlewareHandler<AppEnv> =>
  async function requireRole(c, next) {
    const { actor } = c.var.identity
    if (actor.kind === 'member' && !isRoleOf(actor.role, needed))
      throw new ProblemError('role_missing', {
        detail: `This needs the role ${needed}, and the member is ${actor.role}.`,
      })
    await next()
  }
