import { createTestApp } from './client.ts'
import { setRole } from './people.ts'
import {
  begun,
  closedPeriod,
  datasetOf,
  decided,
  itemsOf,
  march,
  marchWithItems,
  otherKey,
  readyPeriod,
  stepped,
  submittedPeriod,
  typed,
} from './periods.ts'

const tenant = async () => (await createTestApp().newTenant()).client

async function openingOfFirst(state: string): Promise<Response> {
  const { app, client, tenantId, reconciliation } = await march()
  await app.env.DB.prepare('UPDATE periods SET state = ? WHERE tenant_id = ?').bind(state, tenantId).run()
  return client.post(`${reconciliation.links.self}/opening`, { balances: { source: {}, target: {} }, items: [] })
}

async function changedWith(headers: Record<string, string>): Promise<Response> {
  const { client, reconciliation } = await march()
  const own = { 'Content-Type': 'application/json', ...headers }
  return client.send(reconciliation.links.self, { method: 'PATCH', body: '{"name":"b"}', headers: own })
}

/** For each code of reconciliations and periods a request that ends in it. */
export const periodProducers = {
  reconciliation_not_found: async () => (await tenant()).get('/api/v1/reconciliations/rcn_1'),
  period_not_found: async () => (await tenant()).get('/api/v1/periods/prd_1'),
  item_not_found: async () => {
    const { client, path } = await marchWithItems()
    const hash = 'ab'.repeat(32)
    return client.get(`${path}/history?side=source&root=${hash}&id=a&leaf=${hash}`)
  },
  period_closed: () => openingOfFirst('closed'),
  period_submitted: () => openingOfFirst('submitted'),
  period_holds: async () => {
    const { client, period } = await march()
    const datasetId = await datasetOf(client, 'bank:main', ['a,2026-03-02,1.00'])
    await client.post(`${period.links.self}/datasets`, { datasetId, side: 'source' })
    return client.delete(`/api/v1/datasets/${datasetId}`)
  },
  period_not_run: async () => {
    const { client, reconciliation } = await march()
    return client.post(`${(await begun(client, reconciliation)).links.self}/runs`)
  },
  decision_not_found: async () => {
    const { approver, path } = await readyPeriod()
    return approver.client.post(`${path}/decisions/dcn_1/approve`, undefined)
  },
  period_open: async () => {
    const { approver, path } = await readyPeriod()
    return stepped(approver.client, path, 'reject', { reason: 'x' })
  },
  own_approval: async () => {
    const { app, tenantId, path, preparer, root } = await submittedPeriod()
    await setRole(app, tenantId, { id: preparer.id, role: 'approver' })
    return stepped(preparer.client, path, 'approve', { root })
  },
  opening_changed: async () => {
    const { client, reconciliation, path, preparer } = await readyPeriod()
    const april = await begun(client, reconciliation)
    await client.post(`${april.links.self}/runs`)
    await typed(preparer.client, path, { source: { EUR: '1' }, target: {} })
    return stepped(preparer.client, april.links.self, 'submit')
  },
  later_period_closed: async () => {
    const { app, client, tenantId, reconciliation, approver, path } = await closedPeriod()
    const april = await begun(client, reconciliation)
    const close = app.env.DB.prepare("UPDATE periods SET state = 'closed' WHERE tenant_id = ? AND id = ?")
    await close.bind(tenantId, april.id).run()
    return stepped(approver.client, path, 'reopen', { reason: 'x' })
  },
  undecided_items: async () => {
    const { client, path } = await marchWithItems()
    await client.post(`${path}/runs`)
    return stepped(client, path, 'submit')
  },
  unexplained_difference: async () => {
    const { client, preparer, path } = await readyPeriod()
    await typed(client, path, { source: { EUR: '1' }, target: {} })
    await client.post(`${path}/runs`)
    return stepped(preparer.client, path, 'submit')
  },
  period_gap: async () => {
    const { client, reconciliation } = await march()
    return client.post(reconciliation.links.periods, { first: '2026-06-01' })
  },
  item_decided: async () => {
    const { client, path } = await marchWithItems()
    const { data } = await itemsOf(client, path)
    const items = data.slice(0, 1).map(({ name }) => name)
    const other = createTestApp().clientWith({ 'X-API-Key': await otherKey(client) })
    await decided(other, path, [{ kind: 'flag', items }], 1)
    return decided(client, path, [{ kind: 'flag', items }], 1)
  },
  currencies_differ: async () => {
    const { client, path } = await marchWithItems()
    const { data } = await itemsOf(client, path)
    const items = data.filter(({ record }) => record['id'] !== 'b').map(({ name }) => name)
    return decided(client, path, [{ kind: 'match', items }], 1)
  },
  precondition_required: () => changedWith({}),
  precondition_failed: () => changedWith({ 'If-Match': '"7"' }),
}
