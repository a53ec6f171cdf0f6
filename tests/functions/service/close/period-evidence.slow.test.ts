import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../../functions/audit/base/verify-signature.ts'
import { recogniseEvidence } from '../../../../functions/audit/verify/evidence-file.ts'
import { loggedPeriodNames } from '../../../../functions/audit/verify/period-pack.ts'
import { verdictOf, verifyEvidence } from '../../../../functions/audit/verify/verify-evidence.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { Client } from '../../../support/worker/client.ts'
import {
  begun,
  closedPeriod,
  march,
  ran,
  readyPeriod,
  stepped,
  submittedPeriod,
  submittedRoot,
  typed,
} from '../../../support/worker/periods.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const checkNames = [
  ...['signatures', 'files', 'parts', 'result', 'completeness', 'receipt', 'decisions', 'before', 'approval'],
  ...['replay', 'items', 'proof', 'submission'],
]

async function packOf(client: Client, path: string): Promise<Blob> {
  const answer = await client.get(`${path}/evidence?format=zip`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.blob()
}

async function verified(blob: Blob, keys: readonly string[] = []) {
  const ended = await verifyEvidence({ sha256, verifySignature, now: Date.now }, await recogniseEvidence(blob), {
    ...{ keys, trustsOwnKeys: false, replay: 'wanted' },
    anchoring: { policy: undefined, certificates: [] },
  })
  if (!ended.ok) throw new Error(ended.faults.join('\n'))
  return { ...ended.value, verdict: verdictOf(ended.value) }
}

const heldBy = ({ lines }: Awaited<ReturnType<typeof verified>>) =>
  lines.map(({ name, verdict, detail }) => (verdict === 'holds' ? name : `${name}: ${detail}`))

async function publishedKeys(client: Client): Promise<readonly string[]> {
  const answer = await client.get('/.well-known/tallystick-keys')
  return (await answer.json<{ keys: { publicKey: string }[] }>()).keys.map(({ publicKey }) => publicKey)
}

const codeOf = async (answer: Response) => (await problemOf(answer)).code

describe('the pack of a closed period', () => {
  it('holds, with a replay, by the keys that the service publishes', async () => {
    const { client, path, period } = await closedPeriod()
    const answer = await client.get(`${path}/evidence`, { Accept: 'application/zip' })
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${period.id}.zip"`)
    const blob = await answer.blob()
    const files = await readZip(new Uint8Array(await blob.arrayBuffer()))
    expect(files.map(({ name }) => name)).toEqual(loggedPeriodNames)
    const own = await verified(blob)
    expect([heldBy(own), own.verdict]).toEqual([checkNames, 'unvouched'])
    expect(own).toMatchObject({ of: 'period', periodName: period.name })
    expect(own.unproven).toEqual({ submittedBy: 'The preparer', approvedBy: 'The approver' })
    expect((await verified(blob, await publishedKeys(client))).verdict).toBe('sound')
    expect(heldBy(await verified(blob, ['iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w='])).length).toBe(1)
  })

  it('holds for the period after it, and for its next edition after a rejection', async () => {
    const { client, path, reconciliation, preparer, approver } = await closedPeriod()
    const april = (await begun(client, reconciliation)).links.self
    await ran(preparer.client, april)
    await typed(preparer.client, april, { source: { EUR: '107.50' }, target: { EUR: '90' } })
    await ran(preparer.client, april)
    await stepped(preparer.client, april, 'submit')
    await stepped(approver.client, april, 'reject', { reason: 'Once more' })
    await stepped(preparer.client, april, 'submit')
    await approve(client, april, approver.client)
    expect(heldBy(await verified(await packOf(client, april)))).toEqual(checkNames)
    await stepped(approver.client, april, 'reopen', { reason: 'A late fee' })
    await stepped(approver.client, path, 'reopen', { reason: 'A late fee' })
    expect(heldBy(await verified(await packOf(client, path)))).toEqual([
      'signatures',
      'approval: The period was not submitted.',
    ])
    await ran(preparer.client, path)
    await stepped(preparer.client, path, 'submit')
    await approve(client, path, approver.client)
    expect(heldBy(await verified(await packOf(client, path)))).toEqual(checkNames)
  })
})

async function approve(client: Client, path: string, approver: Client): Promise<void> {
  const answer = await stepped(approver, path, 'approve', { root: await submittedRoot(client, path) })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

describe('the pack of another period', () => {
  it('is that of its newest run, and says that nothing was approved', async () => {
    const { client, path, preparer } = await readyPeriod()
    expect(heldBy(await verified(await packOf(client, path)))).toEqual([
      'signatures',
      'approval: The period was not submitted.',
    ])
    await stepped(preparer.client, path, 'submit')
    expect(heldBy(await verified(await packOf(client, path)))).toEqual([
      'signatures',
      'approval: The period is not approved yet.',
    ])
  })

  it('is none before its first run, or without the scopes of its lines', async () => {
    const { client, period, app } = await march()
    expect(await codeOf(await client.get(`${period.links.self}/evidence`))).toBe('period_not_run')
    expect(await codeOf(await client.get('/api/v1/periods/prd_none/evidence'))).toBe('period_not_found')
    const made = await client.post('/api/v1/keys', { name: 'a', scopes: ['evidence:read'] })
    const { secret } = await made.json<{ secret: string }>()
    const other = app.clientWith({ 'X-API-Key': secret })
    expect(await codeOf(await other.get(`${period.links.self}/evidence`))).toBe('scope_insufficient')
  })
})

describe('a period of which rows were changed', () => {
  it.each([
    ["UPDATE decisions SET line = replace(line, 'on its way', 'on its feet')", submittedPeriod],
    ["UPDATE decisions SET line = replace(line, 'on its way', 'on its feet')", readyPeriod],
    ["UPDATE periods SET balances = replace(balances, '107.5', '107.4')", closedPeriod],
    ["UPDATE signoffs SET line = replace(line, 'approve', 'reject')", closedPeriod],
    ["UPDATE receipts SET line = replace(line, 'receipt@3', 'receipt@4')", readyPeriod],
    ["UPDATE receipts SET checkpoint = NULL WHERE run_id LIKE 'acts/%'", closedPeriod],
    ["UPDATE periods SET state = 'submitted'", closedPeriod],
  ])('has no pack after %s', async (statement, scene) => {
    const { app, client, path, tenantId } = await scene()
    const where = statement.includes('WHERE') ? 'AND' : 'WHERE'
    await app.env.DB.prepare(`${statement} ${where} tenant_id = ?`).bind(tenantId).run()
    expect(await codeOf(await client.get(`${path}/evidence`))).toBe('records_altered')
  })
})
