import { describe, expect, it } from 'vitest'
import type { NewKeyRecord } from '../../../schema/key.ts'
import { type Scope, scopes } from '../../../schema/key.ts'
import { notePromise } from '../../support/promised.ts'
import { type Client, createTestApp, type TestApp } from '../../support/worker/client.ts'
import { memberOf } from '../../support/worker/people.ts'

/** What each route asks of a key, as designed. */
const required: Readonly<Record<string, Scope>> = {
  'POST /api/v1/runs': 'runs:write',
  'GET /api/v1/runs': 'runs:read',
  'GET /api/v1/runs/{id}': 'runs:read',
  'GET /api/v1/runs/{id}/policy': 'runs:read',
  'POST /api/v1/runs/{id}/replay': 'runs:write',
  'POST /api/v1/runs/{id}/cancel': 'runs:write',
  'GET /api/v1/runs/{id}/results': 'runs:read',
  'GET /api/v1/runs/{id}/evidence': 'evidence:read',
  'GET /api/v1/runs/{id}/trust-explorer/verifyProofChain': 'evidence:read',
  'GET /api/v1/runs/{id}/trust-explorer/getExecutionGraph': 'evidence:read',
  'GET /api/v1/runs/{id}/trust-explorer/traceArtifactLineage': 'evidence:read',
  'GET /api/v1/runs/{id}/trust-explorer/findPolicyImpact': 'evidence:read',
  'GET /api/v1/runs/{id}/trust-explorer/findRuleChanges': 'evidence:read',
  'GET /api/v1/log/checkpoint': 'evidence:read',
  'GET /api/v1/log/tile/{level}/{place}': 'evidence:read',
  'GET /api/v1/log/entries/{place}': 'evidence:read',
  'GET /api/v1/log/consistency': 'evidence:read',
  'GET /api/v1/log/verify': 'evidence:read',
  'POST /api/v1/datasets': 'datasets:write',
  'GET /api/v1/datasets': 'datasets:read',
  'GET /api/v1/datasets/{id}': 'datasets:read',
  'GET /api/v1/datasets/{id}/records': 'datasets:read',
  'POST /api/v1/datasets/uploads': 'datasets:write',
  'GET /api/v1/datasets/uploads/{id}': 'datasets:write',
  'PUT /api/v1/datasets/uploads/{id}/parts/{number}': 'datasets:write',
  'POST /api/v1/datasets/uploads/{id}/complete': 'datasets:write',
  'DELETE /api/v1/datasets/uploads/{id}': 'datasets:write',
  'POST /api/v1/policies/propose': 'datasets:read',
  'DELETE /api/v1/runs/{id}': 'runs:delete',
  'DELETE /api/v1/datasets/{id}': 'datasets:delete',
  'GET /api/v1/keys': 'keys:admin',
  'POST /api/v1/keys': 'keys:admin',
  'POST /api/v1/keys/{id}/rotate': 'keys:admin',
  'DELETE /api/v1/keys/{id}': 'keys:admin',
  'GET /api/v1/members': 'members:manage',
  'PATCH /api/v1/members/{id}': 'members:manage',
  'DELETE /api/v1/members/{id}': 'members:manage',
  'DELETE /api/v1/members/{id}/sessions': 'members:manage',
  'POST /api/v1/invitations': 'members:manage',
  'GET /api/v1/invitations': 'members:manage',
  'DELETE /api/v1/invitations/{id}': 'members:manage',
  'GET /api/v1/audit-events': 'members:manage',
  'POST /api/v1/reconciliations': 'periods:write',
  'GET /api/v1/reconciliations': 'runs:read',
  'GET /api/v1/reconciliations/{id}': 'runs:read',
  'PATCH /api/v1/reconciliations/{id}': 'periods:write',
  'POST /api/v1/reconciliations/{id}/policies': 'periods:write',
  'POST /api/v1/reconciliations/{id}/opening': 'periods:write',
  'POST /api/v1/reconciliations/{id}/periods': 'periods:write',
  'GET /api/v1/reconciliations/{id}/periods': 'runs:read',
  'GET /api/v1/reconciliations/{id}/schedule': 'runs:read',
  'PUT /api/v1/reconciliations/{id}/schedule': 'periods:write',
  'GET /api/v1/periods/{id}': 'runs:read',
  'POST /api/v1/periods/{id}/datasets': 'periods:write',
  'POST /api/v1/periods/{id}/runs': 'periods:write',
  'PUT /api/v1/periods/{id}/balances': 'periods:write',
  'GET /api/v1/periods/{id}/proof': 'runs:read',
  'GET /api/v1/periods/{id}/journal': 'runs:read',
  'GET /api/v1/periods/{id}/report': 'runs:read',
  'GET /api/v1/periods/{id}/evidence': 'evidence:read',
  'GET /api/v1/periods/{id}/items': 'runs:read',
  'GET /api/v1/periods/{id}/history': 'runs:read',
  'POST /api/v1/periods/{id}/decisions': 'items:decide',
  'GET /api/v1/periods/{id}/decisions': 'runs:read',
  'POST /api/v1/periods/{id}/decisions/{decision}/approve': 'items:approve',
  'POST /api/v1/periods/{id}/submit': 'periods:write',
  'POST /api/v1/periods/{id}/approve': 'items:approve',
  'POST /api/v1/periods/{id}/reject': 'items:approve',
  'POST /api/v1/periods/{id}/reopen': 'items:approve',
  'GET /api/v1/periods/{id}/verify': 'runs:read',
  'GET /api/v1/tasks': 'runs:read',
  'POST /api/v1/reconciliations/{id}/inbox-links': 'periods:write',
  'GET /api/v1/reconciliations/{id}/inbox-links': 'periods:write',
  'DELETE /api/v1/reconciliations/{id}/inbox-links/{link}': 'periods:write',
  'GET /api/v1/reconciliations/{id}/inbox-files': 'runs:read',
  'GET /api/v1/webhooks': 'webhooks:manage',
  'POST /api/v1/webhooks': 'webhooks:manage',
  'GET /api/v1/webhooks/{id}': 'webhooks:manage',
  'PATCH /api/v1/webhooks/{id}': 'webhooks:manage',
  'DELETE /api/v1/webhooks/{id}': 'webhooks:manage',
  'POST /api/v1/webhooks/{id}/test': 'webhooks:manage',
  'POST /api/v1/webhooks/{id}/rotate-secret': 'webhooks:manage',
  'GET /api/v1/webhooks/{id}/deliveries': 'webhooks:manage',
  'POST /api/v1/webhooks/{id}/deliveries/{delivery}/resend': 'webhooks:manage',
}

/** Routes that another scope opens as well, for all that they do. */
const either: Readonly<Record<string, Scope>> = { 'POST /api/v1/runs/{id}/cancel': 'runs:delete' }

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
}

interface Operation {
  readonly operationId: string
  readonly 'x-required-scopes'?: readonly string[]
  readonly 'x-alternative-scopes'?: readonly string[]
}

/** A key of a new tenant, made by an administrator, since no other gives every scope. */
async function clientWith(app: TestApp, list: readonly Scope[]): Promise<Client> {
  const { tenantId } = await app.newTenant()
  const administrator = await memberOf(app, tenantId, 'administrator')
  const answer = await administrator.client.post('/api/v1/keys', { name: 'Key', scopes: list })
  return app.clientWith({ 'X-API-Key': (await answer.json<NewKeyRecord>()).secret })
}

describe('every route and every scope', () => {
  it('has the scope it asks for in the OpenAPI document, and needs no key otherwise', async () => {
    const { paths } = await (await createTestApp().client.get('/api/v1/openapi.json')).json<Document>()
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        (operation['x-required-scopes'] ?? []).map((scope) => [`${method.toUpperCase()} ${path}`, scope]),
      ),
    )
    expect(Object.fromEntries(documented)).toEqual(required)
  })

  it('has the scope that opens a route in the place of another in the OpenAPI document', async () => {
    const { paths } = await (await createTestApp().client.get('/api/v1/openapi.json')).json<Document>()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const documented = operations.flatMap(
      ({ operationId, 'x-alternative-scopes': others }) => others && [[operationId, others]],
    )
    expect(documented.filter(Boolean)).toEqual([
      ['cancelRun', ['runs:delete']],
      ['deleteRun', ['runs:write']],
    ])
  })

  it.each(scopes)('lets a key with only %s do what needs it and nothing else', async (scope) => {
    const app = createTestApp()
    for (const [route, wanted] of Object.entries(required)) {
      const client = await clientWith(app, [scope])
      const [method = '', path = ''] = route.split(' ')
      const { status } = await client.send(path.replace('{id}', 'unknown').replace('{number}', '1'), { method })
      expect({ route, refused: status === 403 }).toEqual({
        route,
        refused: scope !== wanted && scope !== either[route],
      })
    }
  })

  it('lets a key with every other scope do nothing', async (context) => {
    const app = createTestApp()
    for (const [route, wanted] of Object.entries(required)) {
      const others = scopes.filter((scope) => scope !== wanted && scope !== either[route])
      const client = await clientWith(app, others)
      const [method = '', path = ''] = route.split(' ')
      const { status } = await client.send(path.replace('{id}', 'unknown'), { method })
      expect({ route, status }).toEqual({ route, status: 403 })
    }
    notePromise(context, {
      property: 'scopes: every route by every scope alone, and by all others',
      wanted: 'open by what the table names, and by nothing else',
      reached: `${Object.keys(required).length} routes, ${scopes.length} scopes`,
    })
  })
})
