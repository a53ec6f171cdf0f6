import { describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../../functions/client/index.ts'
import { uploadExamples } from '../../../functions/local/openapi/upload-examples.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { inboxOperations } from './inbox-operations.ts'
import { webhookOperations } from './webhook-operations.ts'

/** The client against the OpenAPI document: it has a call for every operation, and no call of any other. */

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: object }
  readonly responses: { readonly [status: string]: { readonly content?: object } }
}

interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
}

const rows = [{ id: 'a', amount: '1' }]
const change = { sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] }
const sidesOfPeriods = { source: { adapter: 'bank' }, target: { adapter: 'ledger' } }
const itemFilter = { state: 'undecided', side: 'source', reason: 'ambiguous', cause: 'type' } as const
const itemQuery = { ...itemFilter, owner: 'a', age: '0-7', q: 'a', amountMin: '1', sort: 'age' } as const
const nameOfItem = { side: 'source', root: '0'.repeat(64), id: 'a', leaf: '0'.repeat(64) } as const
const seenPeriod = { id: 'prd_1', revision: 1 }
const page = { limit: 2 }
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const file = { name: 'A', adapter: 'bank', format: 'csv', currency: 'EUR', encoding: 'latin1', content: '' } as const
/** Every media type of a file: the client takes any. */
const fileMediaTypes = Object.keys(uploadExamples)
  .filter((type) => type !== 'application/json')
  .concat(workbook, 'application/vnd.oasis.opendocument.spreadsheet', 'application/zip')
const view = {
  view: 'matches',
  confidence: 'exact',
  rule: 'a',
  reason: 'missing_in_target',
  cause: 'type',
  include: 'records',
} as const

/** The calls of each operation, and among them every parameter and media type that it has. */
const callsOf: { readonly [operationId: string]: readonly ((client: Client) => unknown)[] } = {
  getHealth: [(client) => client.system.health()],
  getReadiness: [(client) => client.system.ready()],
  getMeta: [(client) => client.system.meta()],
  getOpenApi: [(client) => client.system.openapi()],
  getLlmsText: [(client) => client.system.llms()],
  getDocumentation: [(client) => client.system.documentation('api.md')],
  getProblem: [(client) => client.system.problem('run_not_found')],
  listPublicKeys: [(client) => client.system.publicKeys()],
  getMetrics: [(client) => client.admin.metrics()],
  createDataset: [
    (client) => client.datasets.upload({ name: 'A', adapter: 'bank', records: rows }),
    (client) => client.datasets.uploadExport({ ...file, mediaType: 'text/csv', mapping: { decimal: '.' } }),
    (client) => client.datasets.uploadExport({ ...file, level: 'entry', sheet: 'Sheet1' }),
    ...fileMediaTypes.map((mediaType) => (client: Client) => client.datasets.uploadExport({ ...file, mediaType })),
  ],
  listDatasets: [(client) => client.datasets.list({ adapter: 'bank', ...page }).toArray()],
  getDataset: [(client) => client.datasets.get('dat_1')],
  deleteDataset: [(client) => client.datasets.delete('dat_1')],
  listRecords: [
    (client) => client.datasets.records('dat_1', { id: ['a', 'b'], ...page }).toArray(),
    (client) => drained(client.datasets.streamRecords('dat_1')),
    (client) => client.datasets.recordLines('dat_1'),
    (client) => client.datasets.recordsCsv('dat_1'),
  ],
  createUpload: [(client) => client.uploads.begin({ name: 'A', adapter: 'bank', byteCount: 1 })],
  getUpload: [(client) => client.uploads.get('dat_1')],
  putUploadPart: [(client) => client.uploads.putPart('dat_1', { number: 1, content: new Uint8Array(1) })],
  completeUpload: [(client) => client.uploads.complete('dat_1')],
  abortUpload: [(client) => client.uploads.abort('dat_1')],
  proposePolicy: [(client) => client.policies.propose({ sourceAdapter: 'bank', targetAdapter: 'ledger' })],
  createRun: [(client) => client.runs.create({ name: 'March', ...change })],
  listRuns: [
    (client) => client.runs.list({ status: 'completed', adapter: 'bank', ...page }).toArray(),
    (client) => client.runs.listLost(page).toArray(),
  ],
  getRun: [(client) => client.runs.get('run_1')],
  cancelRun: [(client) => client.runs.cancel('run_1')],
  deleteRun: [(client) => client.runs.delete('run_1')],
  getPolicy: [(client) => client.runs.policy('run_1')],
  replayRun: [(client) => client.runs.replay('run_1', { rules: [] })],
  listResults: [
    (client) => client.runs.results('run_1', { ...view, ...page }).toArray(),
    (client) => client.runs.resultPage('run_1'),
    (client) => drained(client.runs.streamResults('run_1', { view: 'breaks' })),
    (client) => client.runs.resultFile('run_1', { view: 'breaks', accept: 'text/csv' }),
    (client) => client.runs.resultFile('run_1', { view: 'breaks', accept: workbook }),
  ],
  getEvidence: [
    (client) => client.runs.evidence('run_1'),
    (client) => client.runs.proof('run_1', { leaf: 1 }),
    (client) => client.runs.tlogProof('run_1', { matchId: 'mat_1' }),
    (client) => client.runs.evidencePack('run_1'),
  ],
  verifyProofChain: [(client) => client.explain.verifyProofChain('run_1')],
  getExecutionGraph: [
    (client) => client.explain.executionGraph('run_1'),
    (client) => client.explain.drawGraph('run_1', 'text/vnd.graphviz'),
    (client) => client.explain.drawGraph('run_1', 'text/vnd.mermaid'),
  ],
  traceArtifactLineage: [(client) => client.explain.lineage('run_1', 'mat_1')],
  findRuleChanges: [(client) => client.explain.ruleChanges('run_1', 'brk_1')],
  findPolicyImpact: [(client) => client.explain.policyImpact('run_1', { rule: 'a' })],
  createReconciliation: [(client) => client.reconciliations.create({ name: 'A', ...sidesOfPeriods, rules: [] })],
  listReconciliations: [(client) => client.reconciliations.list(page).toArray()],
  getReconciliation: [(client) => client.reconciliations.get('rcn_1')],
  updateReconciliation: [(client) => client.reconciliations.update({ id: 'rcn_1', version: 1 }, { name: 'B' })],
  createPolicyVersion: [(client) => client.reconciliations.addPolicy('rcn_1', { rules: [] })],
  giveOpening: [
    (client) => client.reconciliations.giveOpening('rcn_1', { balances: { source: {}, target: {} }, items: [] }),
  ],
  getSchedule: [(client) => client.reconciliations.schedule('rcn_1')],
  setSchedule: [(client) => client.reconciliations.setSchedule('rcn_1', { when: 'both_sides' })],
  createPeriod: [(client) => client.reconciliations.beginPeriod('rcn_1', { first: '2026-03-01' })],
  listPeriods: [(client) => client.reconciliations.periods('rcn_1', page).toArray()],
  getPeriod: [(client) => client.periods.get('prd_1')],
  addPeriodDataset: [(client) => client.periods.addDataset('prd_1', { datasetId: 'dat_1', side: 'source' })],
  setBalances: [
    (client) => client.periods.setBalances({ id: 'prd_1', revision: 1 }, { closing: { source: {}, target: {} } }),
  ],
  proveBalances: [(client) => client.periods.proof('prd_1')],
  getJournal: [(client) => client.periods.journal('prd_1')],
  runPeriod: [(client) => client.periods.run('prd_1')],
  listItems: [(client) => client.periods.items('prd_1', { ...itemQuery, ...page }).toArray()],
  getItemHistory: [(client) => client.periods.history('prd_1', { ...nameOfItem, ...page }).toArray()],
  makeDecisions: [
    (client) => client.periods.decide({ id: 'prd_1', revision: 1 }, [{ kind: 'reopen', follows: 'dcn_1' }]),
  ],
  approveDecision: [(client) => client.periods.approveDecision('prd_1', 'dcn_1')],
  submitPeriod: [(client) => client.periods.submit(seenPeriod)],
  approvePeriod: [(client) => client.periods.approve(seenPeriod, '0'.repeat(64))],
  rejectPeriod: [(client) => client.periods.reject(seenPeriod, 'A')],
  reopenPeriod: [(client) => client.periods.reopen(seenPeriod, 'A')],
  verifyPeriod: [(client) => client.periods.verify('prd_1')],
  getPeriodReport: [
    (client) => client.periods.report('prd_1'),
    (client) => client.periods.reportPage('prd_1'),
    (client) => client.periods.reportWorkbook('prd_1'),
  ],
  getPeriodEvidence: [(client) => client.periods.evidencePack('prd_1')],
  listTasks: [(client) => client.tasks.list(page).toArray()],
  listDecisions: [(client) => client.periods.decisions('prd_1', page).toArray()],
  getCheckpoint: [(client) => client.log.checkpoint()],
  getTile: [(client) => client.log.tile(0, 'x001/067.p/8')],
  getEntries: [(client) => client.log.entries('x001/067.p/8')],
  getConsistency: [(client) => client.log.consistency(1, 2)],
  getIndexCheckpoint: [(client) => client.index.checkpoint()],
  getIndexTile: [(client) => client.index.tile(0, 'x001/067.p/8')],
  getIndexEntries: [(client) => client.index.entries('x001/067.p/8')],
  verifyLog: [(client) => client.log.verify()],
  listKeys: [(client) => client.keys.list(page).toArray()],
  createKey: [(client) => client.keys.create({ name: 'A', scopes: ['runs:read'] })],
  rotateKey: [(client) => client.keys.rotate('key_1', { overlapSeconds: 0 })],
  revokeKey: [(client) => client.keys.revoke('key_1')],
  ...webhookOperations,
  ...inboxOperations,
  listMembers: [(client) => client.people.listMembers(page).toArray()],
  updateMember: [(client) => client.people.updateMember('mbr_1', { role: 'viewer' })],
  removeMember: [(client) => client.people.removeMember('mbr_1')],
  signOutMember: [(client) => client.people.signOutMember('mbr_1')],
  listInvitations: [(client) => client.people.listInvitations(page).toArray()],
  withdrawInvitation: [(client) => client.people.withdrawInvitation('inv_1')],
  createInvitation: [(client) => client.people.invite({ address: 'a@example.com', role: 'viewer' })],
  listAuditEvents: [(client) => client.people.auditEvents(page).toArray()],
  getSession: [(client) => client.session.get()],
  signOut: [(client) => client.session.signOut({ everywhere: 'true' })],
  getUsage: [(client) => client.usage.get()],
  runPlayground: [
    (client) =>
      client.playground.run(
        { source: { adapter: 'demo-bank' }, target: { adapter: 'demo-ledger' }, rules: { matching: [] } },
        { plan: 'growth', flags: ['fuzzy_matching'] },
      ),
  ],
  createTenant: [(client) => client.admin.createTenant({ name: 'A' })],
  listTenants: [(client) => client.admin.listTenants(page).toArray()],
  getTenant: [(client) => client.admin.getTenant('ten_1')],
  updateTenant: [(client) => client.admin.updateTenant('ten_1', { suspended: true })],
  deleteTenant: [(client) => client.admin.deleteTenant('ten_1')],
  createTenantKey: [(client) => client.admin.createTenantKey('ten_1', { name: 'A', scopes: ['runs:read'] })],
  inviteAdministrator: [(client) => client.admin.inviteAdministrator('ten_1', { address: 'a@example.com' })],
  revokeTenantKey: [(client) => client.admin.revokeTenantKey('ten_1', 'key_1')],
  exportTenant: [(client) => client.admin.exportTenant('ten_1')],
  recoverTenantLog: [(client) => client.admin.recoverLog('ten_1')],
}

async function drained(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** A client that notes which of its methods were called and what they asked for, and gets no answer. */
function notingClient() {
  const requests: Request[] = []
  const called = new Set<string>()
  const client = createClient({
    baseUrl: 'https://tallystick.test',
    tries: 1,
    fetch: async (request) => {
      requests.push(request)
      // A page without an end, so that the next one is asked for, too.
      if (requests.length > 1) throw new Error('There is no answer')
      return Response.json({ data: [], matches: [], nextCursor: 'next', next_cursor: 'next' })
    },
  })
  const noted = new Proxy(client, {
    get: (groups, group: keyof Client) =>
      new Proxy(groups[group], {
        get: (methods, method: string) => {
          called.add(`${group}.${method}`)
          return Reflect.get(methods, method)
        },
      }),
  })
  return { client: noted, requests, called }
}

async function askedBy(call: (client: Client) => unknown) {
  const { client, requests, called } = notingClient()
  await Promise.resolve(call(client)).catch(() => {})
  return { requests, called }
}

/** Where only a browser goes, and where a file goes by the address in an answer. */
const visited = ['signIn', 'confirmSignIn', 'completeSignIn', 'putInboxFile']

const document = async () => (await createTestApp().client.get('/api/v1/openapi.json')).json<Document>()

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !visited.includes(operationId))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** What a caller may choose of an operation: parameters of the query, media types of the body and of the answer. */
function choicesOf({ parameters = [], requestBody, responses }: Operation): readonly string[] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return [
    ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `?${name}`),
    ...Object.keys(requestBody?.content ?? {}).map((type) => `sends ${type}`),
    ...answers.flatMap(([, { content = {} }]) => Object.keys(content).map((type) => `accepts ${type}`)),
  ]
}

const choicesIn = (request: Request): readonly string[] => [
  ...[...new URL(request.url).searchParams.keys()].map((name) => `?${name}`),
  ...[request.headers.get('Content-Type')].flatMap((type) => (type === null ? [] : [`sends ${type}`])),
  `accepts ${request.headers.get('Accept')}`,
]

describe('the typed client and the OpenAPI document', () => {
  it('have the same operations', async () => {
    const ids = operationsOf(await document()).map(({ operation }) => operation.operationId)
    expect(Object.keys(callsOf).sort()).toEqual(ids.sort())
  })

  it('have the same paths, parameters and media types', async () => {
    for (const { method, path, operation } of operationsOf(await document())) {
      const pattern = new RegExp(
        `^${path
          .replaceAll('.', '\\.')
          .replaceAll('{place}', '.+')
          .replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      )
      const asked = await Promise.all((callsOf[operation.operationId] ?? []).map(askedBy))
      const requests = asked.flatMap((each) => each.requests)
      expect(requests.length).toBeGreaterThan(0)
      for (const request of requests)
        expect([operation.operationId, request.method, new URL(request.url).pathname]).toEqual([
          operation.operationId,
          method,
          expect.stringMatching(pattern),
        ])
      const chosen = new Set(requests.flatMap(choicesIn))
      const choices = choicesOf(operation)
      // An operation whose answer has no body is asked for as any other.
      const isFree = choices.every((choice) => !choice.startsWith('accepts '))
      const unknown = [...chosen].filter(
        (choice) => !choices.includes(choice) && !(isFree && choice.startsWith('accepts ')),
      )
      expect({ id: operation.operationId, unknown, missing: choices.filter((choice) => !chosen.has(choice)) }).toEqual({
        id: operation.operationId,
        unknown: [],
        missing: [],
      })
    }
  })

  it('leave no method of the client out', async () => {
    const { client } = notingClient()
    const methods = Object.entries(client).flatMap(([group, own]) => Object.keys(own).map((name) => `${group}.${name}`))
    const asked = await Promise.all(Object.values(callsOf).flat().map(askedBy))
    const called = new Set(asked.flatMap((each) => [...each.called]))
    expect(methods.filter((method) => !called.has(method))).toEqual([])
  })
})
