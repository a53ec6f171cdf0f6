import type { Scope } from '@tallystick/schema/key'
import { isRoleOf, type Role } from '@tallystick/schema/role'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { noteScopes } from '../http/scopes.ts'
import { databaseOf, queries } from '../store/database.ts'
import { isAdministratorNow, makerOf } from '../store/maker-store.ts'
import { keyed } from './keyed.ts'

/**
 * As `keyed`, for a route that only administrators have though the scope has an earlier role. A key that a member made
 * needs that its maker is one still; a key of the operator needs the scope alone.
 */
export function keyedForAdministrators(scope: Scope): MiddlewareHandler<AppEnv>[] {
  const middleware = [...keyed(scope), requireAdministrator()]
  noteScopes(middleware, { all: [scope], role: needed })
  return middleware
}

const needed: Role = 'administrator'

const requireAdministrator = (): MiddlewareHandler<AppEnv> =>
  async function requireAdministrator(c, next) {
    const { actor, tenantId } = c.var.identity
    if (actor.kind === 'member') {
      if (!isRoleOf(actor.role, needed))
        throw new ProblemError('role_missing', {
          detail: `This needs the role ${needed}, and the member is ${actor.role}.`,
        })
    } else {
      const db = queries(databaseOf(c.env, tenantId))
      const maker = await makerOf(db, tenantId, actor.id)
      if (maker.startsWith('mbr_') && !(await isAdministratorNow(db, tenantId, maker)))
        throw new ProblemError('role_missing', {
          detail: `This needs the role ${needed}, and the member who made the key is none.`,
        })
    }
    await next()
  }
