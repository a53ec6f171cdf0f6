import { describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../../../schema/key.ts'
import type { PeriodRecord } from '../../../../schema/period.ts'
import { roles } from '../../../../schema/role.ts'
import type { Client } from '../../../support/worker/client.ts'
import { memberOf, setRole } from '../../../support/worker/people.ts'
import { submittedPeriod } from '../../../support/worker/periods.ts'

interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
}

/** Every operation that changes something and that a key or a session opens, of the document. */
async function changingRoutes(client: Client) {
  const { paths } = await (await client.get('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, { security = [] }]) => method !== 'get' && security.some((scheme) => 'apiKey' in scheme))
      .map(([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId })),
  )
}

const bodiesOf = (root: string): Readonly<Record<string, object>> => ({
  approvePeriod: { root },
  reopenPeriod: { reason: 'x' },
  updateReconciliation: { materiality: { EUR: '1000000' }, approvalAbove: {} },
  setBalances: { closing: { source: {}, target: {} } },
})

/** Asks every route of the document about the period or its reconciliation, and whether the period is closed then. */
async function isClosedBy(worker: Client, { client, path, period, reconciliation, root }: Submitted): Promise<boolean> {
  const bodies = bodiesOf(root)
  for (const route of await changingRoutes(client)) {
    // A rejection opens the period, so that there is nothing to close.
    if (route.operationId === 'rejectPeriod') continue
    const { revision, state } = await (await client.get(path)).json<PeriodRecord>()
    if (state === 'closed') return true
    const isOfPeriod = route.path.startsWith('/api/v1/periods/')
    const id = isOfPeriod ? period.id : reconciliation.id
    const body = bodies[route.operationId]
    const headers = { 'If-Match': `"${isOfPeriod ? revision : 1}"`, 'Content-Type': 'application/json' }
    const answer = await worker.send(route.path.replace('{id}', id).replaceAll(/\{\w+\}/g, '1'), {
      ...{ method: route.method, headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${route.method} ${route.path}`).not.toBe(500)
  }
  return (await (await client.get(path)).json<PeriodRecord>()).state === 'closed'
}

type Submitted = Awaited<ReturnType<typeof submittedPeriod>>

describe('an approval is bypassed', () => {
  it.each(roles)('by no route for who submitted the period, as %s', async (role) => {
    const submitted = await submittedPeriod()
    await setRole(submitted.app, submitted.tenantId, { id: submitted.preparer.id, role })
    expect(await isClosedBy(submitted.preparer.client, submitted)).toBe(false)
  })

  it.each(scopes)('by no route for a key of theirs with the scope %s', async (scope) => {
    const submitted = await submittedPeriod()
    await setRole(submitted.app, submitted.tenantId, { id: submitted.preparer.id, role: 'administrator' })
    expect(await isClosedBy(await keyOf(submitted, [scope]), submitted)).toBe(false)
  })

  it('by no route for a key of theirs with every scope', async () => {
    const submitted = await submittedPeriod()
    await setRole(submitted.app, submitted.tenantId, { id: submitted.preparer.id, role: 'administrator' })
    expect(await isClosedBy(await keyOf(submitted, scopes), submitted)).toBe(false)
  })

  it.each(roles.slice(0, 2))('by no route for a %s who has not worked on it', async (role) => {
    const submitted = await submittedPeriod()
    const { client } = await memberOf(submitted.app, submitted.tenantId, role)
    expect(await isClosedBy(client, submitted)).toBe(false)
  })

  it('but given by whoever may, and has not worked on it', async () => {
    const submitted = await submittedPeriod()
    expect(await isClosedBy(submitted.approver.client, submitted)).toBe(true)
  })
})

async function keyOf({ app, preparer }: Submitted, given: readonly Scope[]): Promise<Client> {
  const answer = await preparer.client.post('/api/v1/keys', { name: 'own', scopes: given })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return app.clientWith({ 'X-API-Key': (await answer.json<{ secret: string }>()).secret })
}
