import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import type { DecisionsRecord } from '../../../../schema/decision.ts'
import type { TestApp, TestTenant } from '../client.ts'
import { origin } from '../client.ts'
import { memberOf, type TestMember } from '../people.ts'
import {
  bankAndLedger,
  begun,
  carried,
  closedPeriod,
  datasetOf,
  decided,
  defined,
  itemsOf,
  marchWithItems,
  readyPeriod,
  reconciliationsPath,
  submittedPeriod,
} from '../periods.ts'
import { type Asked, got, type Scene, type Scenes, sent } from './scene.ts'

const example = (operationId: string): object => Object(requestExamples[operationId]?.['application/json'])

const byMember = ({ cookie }: TestMember) => ({ Cookie: cookie, Origin: origin })

const once = { 'Idempotency-Key': 'one' }

const ofReconciliation =
  (ask: (links: { readonly self: string; readonly periods: string }) => Asked): Scene =>
  async (_, { client }) =>
    ask((await defined(client)).links)

const ofItems =
  (ask: (path: string, tenant: TestTenant) => Asked | Promise<Asked>): Scene =>
  async (app, tenant) => {
    const { path } = await marchWithItems({}, app, tenant)
    return ask(path, tenant)
  }

const ofReady =
  (ask: (path: string) => Asked): Scene =>
  async (app, tenant) =>
    ask((await readyPeriod({}, app, tenant)).path)

type Ready = Awaited<ReturnType<typeof readyPeriod>>

/** A change of the state of a period at its newest revision. */
async function step({ client, path }: Ready, verb: string, by: TestMember, body?: object): Promise<Asked> {
  const { revision } = await (await client.get(path)).json<{ revision: number }>()
  const headers = { 'If-Match': `"${revision}"`, ...once }
  return sent('POST', `${path}/${verb}`, body, { headers, by: byMember(by) })
}

const withSubmitted =
  (ask: (period: Awaited<ReturnType<typeof submittedPeriod>>) => Promise<Asked>): Scene =>
  async (app, tenant) =>
    ask(await submittedPeriod({}, app, tenant))

/** A request of each operation of reconciliations and periods. */
export const periodScenes = {
  createReconciliation: () =>
    sent('POST', reconciliationsPath, { name: 'Main', ...bankAndLedger, rules: [] }, { headers: once }),
  listReconciliations: ofReconciliation(() => got(reconciliationsPath)),
  getReconciliation: ofReconciliation(({ self }) => got(self)),
  updateReconciliation: ofReconciliation(({ self }) =>
    sent('PATCH', self, example('updateReconciliation'), { headers: { 'If-Match': '"1"' } }),
  ),
  createPolicyVersion: ofReconciliation(({ self }) =>
    sent('POST', `${self}/policies`, { rules: [] }, { headers: once }),
  ),
  giveOpening: ofReconciliation(({ self }) => sent('POST', `${self}/opening`, example('giveOpening'))),
  getSchedule: ofReconciliation(({ self }) => got(`${self}/schedule`)),
  setSchedule: ofReconciliation(({ self }) => sent('PUT', `${self}/schedule`, example('setSchedule'))),
  createPeriod: ofReconciliation(({ periods }) => sent('POST', periods, { first: '2026-03-01' }, { headers: once })),
  listPeriods: async (_, { client }) => {
    const reconciliation = await defined(client)
    await begun(client, reconciliation, { first: '2026-03-01' })
    return got(reconciliation.links.periods)
  },
  getPeriod: ofItems((path) => got(path)),
  addPeriodDataset: ofItems(async (path, { client }) => {
    const datasetId = await datasetOf(client, 'bank:main', ['s1,2026-03-02,10.00'])
    return sent('POST', `${path}/datasets`, { datasetId, side: 'source' })
  }),
  runPeriod: ofItems((path) => sent('POST', `${path}/runs`, undefined, { headers: once })),
  listItems: ofItems((path) => got(`${path}/items`)),
  getItemHistory: ofItems(async (path, { client }) => {
    const { data } = await itemsOf(client, path)
    return got(`${path}/history?${new URLSearchParams(Object.entries(data[0]?.name ?? {}))}`)
  }),
  makeDecisions: ofItems(async (path, { client }) => {
    const { data, revision } = await itemsOf(client, path)
    const flag = { kind: 'flag', items: data.map(({ name }) => name) }
    return sent(
      'POST',
      `${path}/decisions`,
      { decisions: [flag] },
      { headers: { 'If-Match': `"${revision}"`, ...once } },
    )
  }),
  listDecisions: ofItems(async (path, { client }) => {
    await carried(client, path)
    return got(`${path}/decisions`)
  }),
  approveDecision: ofItemsOfTwo,
  getPeriodEvidence: ofReady((path) => got(`${path}/evidence?format=zip`)),
  getPeriodReport: ofReady((path) => got(`${path}/report`)),
  setBalances: ofItems((path) =>
    sent('PUT', `${path}/balances`, example('setBalances'), { headers: { 'If-Match': '*' } }),
  ),
  proveBalances: ofReady((path) => got(`${path}/proof`)),
  getJournal: ofReady((path) => got(`${path}/journal`)),
  submitPeriod: async (app, tenant) => {
    const ready = await readyPeriod({}, app, tenant)
    return step(ready, 'submit', ready.preparer)
  },
  approvePeriod: withSubmitted((period) => step(period, 'approve', period.approver, { root: period.root })),
  rejectPeriod: withSubmitted((period) => step(period, 'reject', period.approver, example('rejectPeriod'))),
  reopenPeriod: async (app, tenant) => {
    const closed = await closedPeriod({}, app, tenant)
    return step(closed, 'reopen', closed.approver, example('reopenPeriod'))
  },
  verifyPeriod: async (app, tenant) => got(`${(await closedPeriod({}, app, tenant)).path}/verify`),
  listTasks: async (app, tenant) => {
    const { approver } = await submittedPeriod({}, app, tenant)
    return { ...got('/api/v1/tasks'), by: byMember(approver) }
  },
} satisfies Scenes

/** A withdrawal, which somebody else has to approve. */
async function ofItemsOfTwo(app: TestApp, tenant: TestTenant): Promise<Asked> {
  const { path, client, tenantId } = await marchWithItems({}, app, tenant)
  const approver = await memberOf(app, tenantId, 'approver')
  const { data, revision } = await itemsOf(client, path)
  const withdrawn = { kind: 'withdraw', items: data.slice(0, 1).map(({ name }) => name), reason: 'Sent twice' }
  const { decisions } = await (await decided(client, path, [withdrawn], revision)).json<DecisionsRecord>()
  const [decision] = decisions
  return sent('POST', `${path}/decisions/${decision?.id}/approve`, undefined, { headers: once, by: byMember(approver) })
}
