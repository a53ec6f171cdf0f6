import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { hostileRequest, knownRequests } from '../../../support/worker/hostile-requests.ts'
import { createPeopleApp, memberOf } from '../../../support/worker/people.ts'
import { marchWithItems } from '../../../support/worker/periods.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

const sizes = { quick: 300, short: 1_000, long: 100_000 }

/** What needs an issuer of sign-ins, or would end what the other requests are about. */
const leftOut = [
  ...['completeSignIn', 'confirmSignIn', 'signOut', 'revokeKey', 'removeMember', 'deleteRun', 'deleteDataset'],
  ...['deleteTenant', 'updateTenant', 'recoverTenantLog'],
]

it(inForms('answers each request as the document says, and none with a fault of its own', sizes), async (context) => {
  const app = createPeopleApp()
  const tenant = await app.newTenant()
  const { client } = tenant
  const [run, dataset] = [await makeRun(client), await uploadJson(client, jsonUpload)]
  const { path, reconciliation } = await marchWithItems({}, app, tenant)
  const member = await memberOf(app, tenant.tenantId, 'viewer')
  const { paths } = await (await client.get('/api/v1/openapi.json')).json<{
    paths: Parameters<typeof knownRequests>[0]
  }>()
  const ids = {
    ...{ runs: run.id, datasets: dataset.id, reconciliations: reconciliation.id, members: member.id },
    ...{ periods: path.split('/').at(-1) ?? '', tenants: tenant.tenantId },
  }
  const known = knownRequests(paths, ids).filter(({ operationId }) => !leftOut.includes(operationId))
  const operator = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  const administrator = await memberOf(app, tenant.tenantId, 'administrator')
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(hostileRequest(known), async ({ method, path: target, headers, body }) => {
      const byMember = /members|invitations|reconciliations|audit-events|auth/.test(target)
      const someone = byMember ? administrator.client : client
      const by = target.startsWith('/api/v1/admin') ? operator : someone
      const answer = await by.send(target, { method, headers, ...(body !== undefined && { body }) })
      await answer.body?.cancel()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: sizeOf(sizes) },
  )
  const kinds = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`)
  const shareOf = (from: number) =>
    [...statuses].reduce((sum, [status, count]) => (status >= from && status < from + 100 ? sum + count : sum), 0)
  expect(shareOf(200) / sizeOf(sizes)).toBeGreaterThan(0.05)
  expect((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0)).toBeLessThan(sizeOf(sizes) / 10)
  notePromise(context, {
    property: 'fuzz: requests made of the document, valid, nearly valid and hostile',
    wanted: 'no 5xx, and each answer as the document describes it',
    reached: `${sizeOf(sizes)} requests: ${kinds.join(', ')}`,
  })
})
