import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import type { InvitationRecord } from '../../../../schema/member.ts'
import type { Role } from '../../../../schema/role.ts'
import { origin, type TestApp, type TestTenant } from '../client.ts'
import { browserOf, firstIssuer, inviteAda, memberOf, secretOf, signIn, signInUrl } from '../people.ts'
import { makeRun } from '../runs.ts'
import { type Asked, got, type Scene, type Scenes, sent } from './scene.ts'

const example = (operationId: string): object => Object(requestExamples[operationId]?.['application/json'])

/** Asked by a signed-in administrator about somebody else. */
const byAdministrator =
  (ask: (other: string) => Asked): Scene =>
  async (app, { tenantId }) => {
    const { id } = await memberOf(app, tenantId, 'preparer')
    return { ...ask(id), by: await headersOf(app, tenantId, 'administrator') }
  }

async function headersOf(app: TestApp, tenantId: string, role: Role) {
  const { cookie } = await memberOf(app, tenantId, role)
  return { Cookie: cookie, Origin: origin }
}

const invited =
  (ask: (id: string) => Asked): Scene =>
  async (app, { tenantId }) => {
    const by = await headersOf(app, tenantId, 'administrator')
    const answer = await app.clientWith(by).post('/api/v1/invitations', example('createInvitation'))
    return { ...ask((await answer.json<InvitationRecord>()).id), by }
  }

async function newKey({ client }: TestTenant): Promise<string> {
  const answer = await client.post('/api/v1/keys', { name: 'b', scopes: ['runs:read'] })
  return (await answer.json<{ id: string }>()).id
}

/** Asked by the operator of the service. */
const byOperator =
  (ask: (tenant: string) => Asked): Scene =>
  (app, { tenantId }) => ({
    ...ask(`/api/v1/admin/tenants/${tenantId}`),
    by: { 'X-Admin-Key': app.env.ADMIN_KEY ?? '' },
  })

/** A request of each operation of keys, people and tenants. */
export const peopleScenes = {
  listKeys: () => got('/api/v1/keys'),
  createKey: () => sent('POST', '/api/v1/keys', { name: 'b', scopes: ['runs:read'] }),
  rotateKey: async (_, tenant) => sent('POST', `/api/v1/keys/${await newKey(tenant)}/rotate`, { overlapSeconds: 3600 }),
  revokeKey: async (_, tenant) => sent('DELETE', `/api/v1/keys/${await newKey(tenant)}`),
  listMembers: byAdministrator(() => got('/api/v1/members')),
  updateMember: byAdministrator((id) => sent('PATCH', `/api/v1/members/${id}`, example('updateMember'))),
  removeMember: byAdministrator((id) => sent('DELETE', `/api/v1/members/${id}`)),
  signOutMember: byAdministrator((id) => sent('DELETE', `/api/v1/members/${id}/sessions`)),
  listInvitations: invited(() => got('/api/v1/invitations')),
  createInvitation: byAdministrator(() => sent('POST', '/api/v1/invitations', example('createInvitation'))),
  withdrawInvitation: invited((id) => sent('DELETE', `/api/v1/invitations/${id}`)),
  listAuditEvents: byAdministrator(() => got('/api/v1/audit-events')),
  getUsage: () => got('/api/v1/usage'),
  getSession: byAdministrator(() => got('/auth/session')),
  signIn: (_, { tenantId }) => ({ ...got(`/auth/sign-in?tenant=${tenantId}`), by: {} }),
  confirmSignIn: (_, { tenantId }) => ({
    ...sent('POST', `/auth/sign-in?${new URLSearchParams({ issuer: firstIssuer, tenant: tenantId })}`),
    by: { Origin: origin },
  }),
  completeSignIn: async (app, { tenantId }) => {
    const browser = browserOf(app)
    await signIn(browser, 'ada', { invitation: secretOf(await inviteAda(app, tenantId)) })
    const url = await signInUrl(browser, { issuer: firstIssuer, tenant: tenantId })
    const { pathname, search } = new URL(await browser.signInAs('ada', url))
    return { ...got(`${pathname}${search}`), by: { Cookie: browser.cookiesOf(origin) } }
  },
  signOut: byAdministrator(() => sent('POST', '/auth/sign-out')),
  getMetrics: byOperator(() => got('/api/v1/metrics')),
  createTenant: byOperator(() => sent('POST', '/api/v1/admin/tenants', { name: 'Example', plan: 'starter' })),
  listTenants: byOperator(() => got('/api/v1/admin/tenants?limit=1')),
  getTenant: byOperator((tenant) => got(tenant)),
  updateTenant: byOperator((tenant) => sent('PATCH', tenant, { plan: 'growth' })),
  deleteTenant: byOperator((tenant) => sent('DELETE', tenant)),
  createTenantKey: byOperator((tenant) => sent('POST', `${tenant}/keys`, example('createTenantKey'))),
  revokeTenantKey: async (app, tenant) => {
    const id = await newKey(tenant)
    return byOperator((path) => sent('DELETE', `${path}/keys/${id}`))(app, tenant)
  },
  exportTenant: async (app, tenant) => {
    await makeRun(tenant.client)
    return byOperator(() => got(`/api/v1/admin/export?tenant=${tenant.tenantId}`))(app, tenant)
  },
  listUsage: byOperator(() => got('/api/v1/admin/usage?month=2026-03')),
  inviteAdministrator: byOperator((tenant) => sent('POST', `${tenant}/invitations`, example('inviteAdministrator'))),
  recoverTenantLog: byOperator((tenant) => sent('POST', `${tenant}/log/recover`)),
} satisfies Scenes
