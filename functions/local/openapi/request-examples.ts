import { uploadExamples } from './upload-examples.ts'

const match = [
  { field: 'reference', normalize: ['upper', 'alphanumeric'] },
  { field: 'amount' },
  { field: 'date', days: 2 },
]

const json = 'application/json'

/** A test sends it about an item that there is. */
export const decisionsExample = {
  decisions: [
    {
      kind: 'carry',
      items: [{ side: 'source', root: '0'.repeat(64), id: 'b-0228', leaf: '0'.repeat(64) }],
      reason: 'cheque in transit',
      expected: '2026-04-15',
    },
  ],
}

/** An example for each request body, by operation and media type. A test sends all of them, in this order. */
export const requestExamples: { readonly [operationId: string]: { readonly [mediaType: string]: unknown } } = {
  createDataset: uploadExamples,
  createUpload: {
    [json]: { name: 'March', adapter: 'bank:example', format: 'csv', currency: 'EUR', byteCount: 640_000_000 },
  },
  proposePolicy: { [json]: { sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger' } },
  createRun: {
    [json]: {
      name: 'March',
      sourceAdapter: 'bank:example',
      targetAdapter: 'ledger:example',
      rules: [{ id: 'reference', match }],
    },
  },
  replayRun: {
    [json]: { rules: [{ id: 'reference', match: [...match.slice(0, 1), { field: 'amount', tolerance: '0.10' }] }] },
  },
  createReconciliation: {
    [json]: {
      name: 'Main account',
      source: { adapter: 'bank:example', currency: 'EUR' },
      target: { adapter: 'ledger:example' },
      approvalAbove: { EUR: '1000' },
      dueDays: 5,
      agedDays: 30,
      rules: [{ id: 'reference', match }],
    },
  },
  setSchedule: { [json]: { when: 'time', time: '06:30', zone: 'Europe/Berlin' } },
  updateReconciliation: { [json]: { materiality: { EUR: '0.50' } } },
  createPolicyVersion: { [json]: { rules: [] } },
  giveOpening: {
    [json]: {
      balances: { source: { EUR: '1200.00' }, target: { EUR: '1180.00' } },
      items: [
        {
          side: 'source',
          record: { id: 'b-0228', amount: '20.00', currency: 'EUR', date: '2026-02-28', reference: 'INV-17' },
        },
      ],
    },
  },
  createPeriod: { [json]: { first: '2026-03-01' } },
  makeDecisions: { [json]: decisionsExample },
  approvePeriod: { [json]: { root: 'ab'.repeat(32) } },
  rejectPeriod: { [json]: { reason: 'The fee of March is missing' } },
  reopenPeriod: { [json]: { reason: 'The bank has sent a corrected statement' } },
  setBalances: { [json]: { closing: { source: { EUR: '1226.50' }, target: { EUR: '1230.00' } } } },
  addPeriodDataset: { [json]: { datasetId: 'dat_01kabcdefghjkmnpqrstvwxyz0', side: 'source' } },
  createKey: {
    [json]: { name: 'Reporting', scopes: ['runs:read', 'datasets:read'], expiresAt: '2027-03-31T00:00:00Z' },
  },
  rotateKey: { [json]: { overlapSeconds: 3600 } },
  createInvitation: { [json]: { address: 'petra@example.com', role: 'preparer' } },
  updateMember: { [json]: { role: 'approver' } },
  createInboxLink: { [json]: { side: 'source', expiresIn: 86_400 } },
  createWebhook: {
    [json]: { url: 'https://hooks.example.com/tallystick', events: ['run.completed', 'run.failed', 'dataset.sealed'] },
  },
  updateWebhook: { [json]: { events: ['run.completed', 'run.failed', 'period.closed'] } },
  rotateWebhookSecret: { [json]: { overlapSeconds: 3600 } },
  inviteAdministrator: { [json]: { address: 'ada@example.com' } },
  runPlayground: {
    [json]: {
      source: { adapter: 'demo-bank' },
      target: { adapter: 'demo-ledger' },
      rules: { matching: [{ field: 'amount', tolerance: 0.01 }] },
    },
  },
  createTenant: { [json]: { name: 'Example GmbH', plan: 'starter', settings: { idempotencyKeyRequired: true } } },
  updateTenant: { [json]: { plan: 'growth', settings: { retentionDays: 400 } } },
  createTenantKey: { [json]: { name: 'First key', scopes: ['runs:read', 'runs:write'] } },
}
