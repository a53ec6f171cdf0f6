import { expect, it } from 'vitest'
import { decisionsExample, requestExamples } from '../../../functions/local/openapi/request-examples.ts'
import type { DecisionsRecord } from '../../../schema/decision.ts'
import type { ResultResponse } from '../../../schema/result.ts'
import { outside, webhooksPath } from '../../support/worker/endpoint.ts'
import { createSession } from '../../support/worker/example-session.ts'
import { marchFile, putFile } from '../../support/worker/inbox.ts'
import { beginUpload, putPart, uploadsPath } from '../../support/worker/part-uploads.ts'
import { memberOf } from '../../support/worker/people.ts'
import { decided, defined, itemsOf, ran, stepped, submittedRoot } from '../../support/worker/periods.ts'
import { makeRun } from '../../support/worker/runs.ts'
import { settled } from '../../support/worker/settled.ts'

/**
 * Every example of the OpenAPI document goes through the Worker here: requests are sent and taken, and the examples of
 * answers are what the Worker answered (`functions/local/openapi/answer-examples.json`, rewritten by `vitest -u`). What differs
 * from run to run is replaced by fixed values of the same form.
 */

const json = 'application/json'

it('takes every example of a request, and answers as the examples of answers show', async () => {
  const session = await createSession()
  const { client, admin, tenantId, answers, note, get, post } = session

  await post('createDataset', '/api/v1/datasets?name=Lines&adapter=custom', client, 'application/x-ndjson')
  await post('createDataset', '/api/v1/datasets?name=Ledger&adapter=ledger:example', client, 'text/csv')
  const dataset = await post('createDataset', '/api/v1/datasets')
  await get('listDatasets', '/api/v1/datasets?limit=1')
  await get('getDataset', `/api/v1/datasets/${dataset.id}`)
  for (const type of [json, 'application/x-ndjson', 'text/csv'])
    await get('listRecords', `/api/v1/datasets/${dataset.id}/records`, type)

  const run = await post('createRun', '/api/v1/runs')
  const path = `/api/v1/runs/${run.id}`
  await get('listRuns', '/api/v1/runs?limit=1')
  await get('getRun', path)
  await get('getPolicy', `${path}/policy`)
  await get('listResults', `${path}/results?view=breaks`)
  await get('listResults', `${path}/results?view=matches`, 'application/x-ndjson')
  await get('listResults', `${path}/results?view=breaks`, 'text/csv')
  await get('getEvidence', `${path}/evidence`)
  await get('getEvidence', `${path}/evidence`, 'text/plain')
  await get('verifyProofChain', `${path}/trust-explorer/verifyProofChain`)
  for (const type of [json, 'text/vnd.graphviz', 'text/vnd.mermaid'])
    await get('getExecutionGraph', `${path}/trust-explorer/getExecutionGraph`, type)
  await get('traceArtifactLineage', `${path}/trust-explorer/traceArtifactLineage?artifact=source:s2`)
  await get('findPolicyImpact', `${path}/trust-explorer/findPolicyImpact`)
  const { breaks } = await (await client.get(`${path}/results?view=breaks`)).json<ResultResponse>()
  await get('findRuleChanges', `${path}/trust-explorer/findRuleChanges?break=${breaks[0]?.id}`)
  await post('replayRun', `${path}/replay`)
  const unfinished = async (): Promise<string> => {
    const async = { Prefer: 'respond-async' }
    const queued = await client.post('/api/v1/runs', requestExamples['createRun']?.[json] ?? {}, async)
    return `/api/v1/runs/${(await queued.json<{ id: string }>()).id}`
  }
  await note('deleteRun', client.delete(await unfinished()))
  await note('cancelRun', client.post(`${await unfinished()}/cancel`))

  await readLog(session)
  await get('listKeys', '/api/v1/keys')
  const key = await post('createKey', '/api/v1/keys')
  await post('rotateKey', `/api/v1/keys/${key.id}/rotate`)

  await managePeople(session)
  await manageWebhooks(session)
  await get('getUsage', '/api/v1/usage')
  await operate(session)
  await note('recoverTenantLog', admin.post(`/api/v1/admin/tenants/${tenantId}/log/recover`))

  await post('runPlayground', '/api/v1/reconcile/run')
  await post('proposePolicy', '/api/v1/policies/propose')
  await uploadInParts(session)
  await closePeriod(session, await preparePeriod(session))
  await takeFiles(session)
  await describe(session)

  await expect(settled(answers)).toMatchFileSnapshot('../../../functions/local/openapi/answer-examples.json')
})

/** The log of the tenant. */
async function readLog({ get }: Session) {
  await get('getCheckpoint', '/api/v1/log/checkpoint', 'text/plain')
  await get('getConsistency', '/api/v1/log/consistency?from=1&to=2')
  await get('verifyLog', '/api/v1/log/verify')
}

/** What a signed-in administrator does. */
async function managePeople({ app, tenantId, administrator, note, get, post, patch }: Session) {
  const { client } = administrator
  await get('signIn', `/auth/sign-in?tenant=${tenantId}`, 'text/html', client)
  await get('getSession', '/auth/session', json, client)
  const invitation = await post('createInvitation', '/api/v1/invitations', client)
  await get('listInvitations', '/api/v1/invitations', json, client)
  await note('withdrawInvitation', client.delete(`/api/v1/invitations/${invitation.id}`))
  const petra = await memberOf(app, tenantId, 'preparer')
  await get('listMembers', '/api/v1/members', json, client)
  await patch('updateMember', `/api/v1/members/${petra.id}`, client)
  await note('signOutMember', client.delete(`/api/v1/members/${petra.id}/sessions`))
  await get('listAuditEvents', '/api/v1/audit-events?limit=2', json, client)
  await note('removeMember', client.delete(`/api/v1/members/${petra.id}`))
  await note('signOut', petra.client.post('/auth/sign-out'))
}

/** A webhook that is told of a run. */
async function manageWebhooks({ client, note, get, post, patch }: Session) {
  outside()
  const { id } = await post('createWebhook', webhooksPath)
  const path = `${webhooksPath}/${id}`
  await note('testWebhook', client.post(`${path}/test`))
  await makeRun(client)
  await get('listWebhooks', webhooksPath)
  await get('getWebhook', path)
  await patch('updateWebhook', path, client)
  await post('rotateWebhookSecret', `${path}/rotate-secret`)
  const { data } = await get('listDeliveries', `${path}/deliveries?limit=1`)
  await note('resendDelivery', client.post(`${path}/deliveries/${data[0].id}/resend`))
  await note('removeWebhook', client.delete(path))
}

type Session = Awaited<ReturnType<typeof createSession>>

/** The parts of a small file beside the example of a large one. */
async function uploadInParts({ client, get, note, post }: Awaited<ReturnType<typeof createSession>>) {
  const { id } = await post('createUpload', uploadsPath)
  const bytes = new TextEncoder().encode('id,amount\na,1.00\n')
  const small = await beginUpload(client, bytes.length)
  await note('putUploadPart', putPart(client, small.id, { number: 1, bytes }))
  await get('getUpload', `${uploadsPath}/${small.id}`)
  await note('completeUpload', client.post(`${uploadsPath}/${small.id}/complete`))
  await client.delete(`${uploadsPath}/${id}`)
}

/** A link that takes a file of a reconciliation. */
async function takeFiles({ app, client, note, get, post }: Session) {
  const { self } = (await defined(client)).links
  const { id, url } = await post('createInboxLink', `${self}/inbox-links`)
  await note('putInboxFile', putFile(app, url, marchFile))
  await get('listInboxLinks', `${self}/inbox-links`)
  await get('listInboxFiles', `${self}/inbox-files`)
  await note('revokeInboxLink', client.delete(`${self}/inbox-links/${id}`))
}

/** A reconciliation and its first period. */
async function preparePeriod({ client, note, get, post }: Session): Promise<string> {
  const { links } = await post('createReconciliation', '/api/v1/reconciliations')
  await get('listReconciliations', '/api/v1/reconciliations')
  await get('getReconciliation', links.self)
  const change = { method: 'PATCH', body: JSON.stringify(requestExamples['updateReconciliation']?.[json]) }
  const headers = { 'Content-Type': json, 'If-Match': '"1"' }
  await note('updateReconciliation', client.send(links.self, { ...change, headers }))
  const schedule = { method: 'PUT', body: JSON.stringify(requestExamples['setSchedule']?.[json]) }
  await note('setSchedule', client.send(`${links.self}/schedule`, { ...schedule, headers }))
  await get('getSchedule', `${links.self}/schedule`)
  await post('createPolicyVersion', `${links.self}/policies`)
  await post('giveOpening', `${links.self}/opening`)
  const period = await post('createPeriod', links.periods)
  await get('listPeriods', links.periods)
  const text = 'Date,Amount,Currency\n2026-03-01,1.00,EUR\n'
  const path = '/api/v1/datasets?name=March&adapter=bank:example'
  const dataset = await (await client.post(path, text, { 'Content-Type': 'text/csv' })).json<{ id: string }>()
  const added = { datasetId: dataset.id, side: 'source' }
  await note('addPeriodDataset', client.post(`${period.links.self}/datasets`, added))
  await get('getPeriod', period.links.self)
  const { data, revision } = await get('listItems', `${period.links.self}/items`)
  const items = data.map(({ name }: { name: object }) => name)
  await post('runPeriod', `${period.links.self}/runs`)
  const [asked] = decisionsExample.decisions
  const body = { decisions: [{ ...asked, items }] }
  await note('makeDecisions', client.post(`${period.links.self}/decisions`, body, { 'If-Match': `"${revision}"` }))
  await get('getItemHistory', `${period.links.self}/history?${new URLSearchParams({ ...items[0] })}`)
  await get('listDecisions', `${period.links.self}/decisions`)
  const balances = JSON.stringify(requestExamples['setBalances']?.[json])
  const ofNewest = { 'Content-Type': json, 'If-Match': '*' }
  await note(
    'setBalances',
    client.send(`${period.links.self}/balances`, { method: 'PUT', body: balances, headers: ofNewest }),
  )
  await get('proveBalances', `${period.links.self}/proof`)
  await get('getJournal', `${period.links.self}/journal`, 'text/csv')
  return period.links.self
}

/** Two members take the period through its states. */
async function closePeriod({ app, client, tenantId, note, get }: Session, path: string) {
  const preparer = await memberOf(app, tenantId, 'preparer')
  const approver = await memberOf(app, tenantId, 'approver')
  const { data, revision } = await itemsOf(client, path, '?state=undecided')
  const taken = { kind: 'withdraw', items: data.map(({ name }) => name), reason: 'The bank sent it twice' }
  const { decisions } = await (await decided(client, path, [taken], revision)).json<DecisionsRecord>()
  await note('approveDecision', approver.client.post(`${path}/decisions/${decisions[0]?.id}/approve`, undefined))
  const reasoned = JSON.stringify({ closing: { source: {}, target: {} }, reasons: { EUR: 'Rounding of the bank' } })
  const headers = { 'Content-Type': json, 'If-Match': '*' }
  await client.send(`${path}/balances`, { method: 'PUT', body: reasoned, headers })
  await ran(client, path)
  await note('submitPeriod', stepped(preparer.client, path, 'submit'))
  await get('listTasks', '/api/v1/tasks', json, approver.client)
  const root = await submittedRoot(client, path)
  await note('approvePeriod', stepped(approver.client, path, 'approve', { root }))
  await get('verifyPeriod', `${path}/verify`)
  await get('getPeriodReport', `${path}/report`)
  await get('getPeriodReport', `${path}/report`, 'text/html')
  await get('getPeriod', path)
  await note('reopenPeriod', stepped(approver.client, path, 'reopen', Object(requestExamples['reopenPeriod']?.[json])))
  await ran(client, path)
  await stepped(preparer.client, path, 'submit')
  await note('rejectPeriod', stepped(approver.client, path, 'reject', Object(requestExamples['rejectPeriod']?.[json])))
}

/** What the service says about itself. */
async function describe({ answers, get, anchor }: Awaited<ReturnType<typeof createSession>>) {
  await anchor()
  await get('getIndexCheckpoint', '/api/v1/index/checkpoint', 'text/plain')
  await get('getHealth', '/api/v1/health')
  await get('getReadiness', '/api/v1/ready')
  const { adapters, columns, problems, ...meta } = await get('getMeta', '/api/v1/meta')
  const some = {
    adapters: adapters.slice(0, 1),
    columns: { id: columns.id.slice(0, 3) },
    problems: problems.slice(0, 2),
  }
  answers['getMeta'] = { [json]: { ...meta, ...some } }
  answers['getOpenApi'] = { [json]: { openapi: '3.1.0' } }
  const llms: string = await get('getLlmsText', '/llms.txt', 'text/plain')
  answers['getLlmsText'] = { 'text/plain': `${llms.split('\n').slice(0, 3).join('\n')}\n` }
  const page: string = await get('getDocumentation', '/docs/api.md', 'text/markdown')
  answers['getDocumentation'] = { 'text/markdown': `${page.split('\n').slice(0, 3).join('\n')}\n` }
  await get('getProblem', '/problems/run_not_found')
  await get('listPublicKeys', '/.well-known/tallystick-keys')
}

/** What the operator of the service asks for. */
async function operate({ admin, answers, note, get, post, patch }: Awaited<ReturnType<typeof createSession>>) {
  const metrics: string = await get('getMetrics', '/api/v1/metrics', 'text/plain', admin)
  answers['getMetrics'] = { 'text/plain': `${metrics.split('\n').slice(0, 4).join('\n')}\n` }
  const usage: string = await get('listUsage', '/api/v1/admin/usage', 'text/csv', admin)
  const rows = usage.replaceAll(/^\d{4}-\d\d/gm, '2026-03').split('\r\n')
  answers['listUsage'] = { 'text/csv': `${rows.slice(0, 2).join('\r\n')}\r\n` }
  const { tenant } = await post('createTenant', '/api/v1/admin/tenants', admin)
  const tenantPath = `/api/v1/admin/tenants/${tenant.id}`
  await get('listTenants', '/api/v1/admin/tenants?limit=1', json, admin)
  await get('getTenant', tenantPath, json, admin)
  await post('inviteAdministrator', `${tenantPath}/invitations`, admin)
  await post('createTenantKey', `${tenantPath}/keys`, admin)
  await patch('updateTenant', tenantPath, admin)
  await note('deleteTenant', admin.delete(tenantPath))
}
