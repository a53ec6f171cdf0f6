import { describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../../schema/key.ts'
import { type Role, roleOfScope, roles } from '../../../schema/role.ts'
import { notePromise } from '../../support/promised.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { memberOf } from '../../support/worker/people.ts'

/** The first role that has each scope, as designed. */
const designed: Readonly<Record<Scope, Role>> = {
  'runs:read': 'viewer',
  'runs:write': 'preparer',
  'runs:delete': 'administrator',
  'datasets:read': 'viewer',
  'datasets:write': 'preparer',
  'datasets:delete': 'administrator',
  'evidence:read': 'viewer',
  'keys:admin': 'administrator',
  'members:manage': 'administrator',
  'periods:write': 'preparer',
  'items:decide': 'preparer',
  'items:approve': 'approver',
  'webhooks:manage': 'administrator',
}

/** Operations that need a later role than their scope, as designed. */
const ofAdministrators: readonly string[] = [
  'createReconciliation',
  'updateReconciliation',
  'createPolicyVersion',
  'setSchedule',
]

interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly 'x-required-scopes'?: readonly Scope[]
  readonly 'x-alternative-scopes'?: readonly Scope[]
  readonly 'x-required-role'?: Role
}

/** Every operation that a key or a session opens, of the document, which has each registered route. */
async function keyedRoutes() {
  const { paths } = await (await createTestApp().client.get('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((scheme) => 'apiKey' in scheme))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Its other scope only cancels a run that has not ended, and here is none. */
const narrow = 'DELETE /api/v1/runs/{id}'

const atLeast = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed)

describe('the table of roles', () => {
  it('gives each scope to the role that is designed, and to those after it', () => {
    expect(roleOfScope).toEqual(designed)
    expect(Object.keys(roleOfScope).sort()).toEqual([...scopes].sort())
  })

  it('opens every route of a key to sessions too, and says from which role on', async (context) => {
    const routes = await keyedRoutes()
    expect(routes.length).toBeGreaterThan(35)
    for (const { method, path, operation } of routes) {
      expect(operation.security, `${method} ${path}`).toEqual([{ apiKey: [] }, { session: [] }])
      expect(roles, `${method} ${path}`).toContain(operation['x-required-role'])
    }
    notePromise(context, {
      property: 'roles: every route by every role',
      wanted: 'open from the role on that the table names',
      reached: `${routes.length} routes, ${roles.length} roles`,
    })
  })

  it.each(roles)('lets the role %s do what the table says and nothing else', async (role) => {
    const app = createTestApp()
    for (const { method, path, operation } of await keyedRoutes()) {
      const { tenantId } = await app.newTenant()
      const { client } = await memberOf(app, tenantId, role)
      const all = operation['x-required-scopes'] ?? []
      const isNarrow = `${method} ${path}` === narrow
      const others = isNarrow ? [] : (operation['x-alternative-scopes'] ?? [])
      const mayBy = (list: readonly Scope[]) => list.every((scope) => atLeast(role, designed[scope]))
      const isLate = ofAdministrators.includes(operation.operationId) && role !== 'administrator'
      const isOpen = !isLate && (mayBy(all) || others.some((scope) => mayBy([scope])))
      const answer = await client.send(path.replaceAll(/\{\w+\}/g, '1'), { method })
      const { code } = answer.status < 400 ? { code: undefined } : await answer.clone().json<{ code?: string }>()
      expect({ method, path, isRefused: code === 'role_missing' }).toEqual({ method, path, isRefused: !isOpen })
      expect([401, 500].includes(answer.status), `${method} ${path} ${answer.status}`).toBe(false)
      if (!isNarrow) expect(atLeast(role, operation['x-required-role'] ?? 'administrator')).toBe(isOpen)
    }
  })
})
