import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../functions/client/index.ts'
import { createTestApp } from '../../support/worker/client.ts'

/** The client over the real Worker. Every answer is checked against the OpenAPI document, too. */
async function clientOfTenant() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const plain = app.clientWith({})
  const client = createClient({
    baseUrl: 'https://tallystick.test',
    apiKey: tenant.secret,
    fetch: (request) => plain.send(new URL(request.url).href, request),
  })
  return { ...tenant, client }
}

const records = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index + 1}`,
    amount: `${index + 1}.25`,
    currency: 'EUR',
    date: '2026-03-01',
    reference: `INV-${index + 1}`,
  }))

async function reconciled() {
  const { client, ...tenant } = await clientOfTenant()
  const source = await client.datasets.upload({ name: 'Bank', adapter: 'bank', records: records('s', 5) })
  const csv = ['id,amount,currency,date,reference', ...records('t', 3).map((record) => Object.values(record).join(','))]
  await client.datasets.uploadExport({
    name: 'Ledger',
    adapter: 'ledger',
    mediaType: 'text/csv',
    content: csv.join('\n'),
    mapping: { decimal: '.' },
  })
  const run = await client.runs.create({
    name: 'March',
    sourceAdapter: 'bank',
    targetAdapter: 'ledger',
    rules: [{ id: 'reference', match: [{ field: 'reference' }] }],
  })
  return { ...tenant, client, source, run }
}

async function gathered<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('the typed client', () => {
  it('uploads, reconciles and reads every item of a view, page by page', async () => {
    const { client, source, run } = await reconciled()
    expect([source.recordCount, run.status, run.summary?.matchCount]).toEqual([5, 'completed', 3])
    const breaks = client.runs.results(run.id, { view: 'breaks', include: 'records', limit: 1 })
    const seen: (string | undefined)[] = []
    for await (const { records: shown } of breaks) seen.push(shown?.[0]?.reference)
    expect(seen).toEqual(['INV-4', 'INV-5'])
    const pages = await gathered(breaks.pages())
    expect(pages.map(({ items }) => items.length)).toEqual([1, 1])
  })

  it('streams a view and the records of a dataset', async () => {
    const { client, source, run } = await reconciled()
    const matches = await gathered(client.runs.streamResults(run.id, { view: 'matches' }))
    expect(matches.map((match) => match.source_transaction_id)).toEqual(['s1', 's2', 's3'])
    const streamed = await gathered(client.datasets.streamRecords(source.id))
    expect(streamed.map(({ id }) => id)).toEqual(['s1', 's2', 's3', 's4', 's5'])
    const named = await client.datasets.records(source.id, { id: ['s5', 's1'] }).toArray()
    expect(named.map(({ id }) => id)).toEqual(['s5', 's1'])
  })

  it('reads what proves and explains a run', async () => {
    const { client, run } = await reconciled()
    const [manifest, proof, report, graph] = await Promise.all([
      client.runs.evidence(run.id),
      client.runs.proof(run.id, { leaf: 1 }),
      client.explain.verifyProofChain(run.id),
      client.explain.drawGraph(run.id, 'text/vnd.mermaid'),
    ])
    expect([manifest.receipt.result, report.verified]).toEqual([run.resultRoot, true])
    expect(proof.receipt).toEqual(manifest.receipt)
    expect(graph).toContain('flowchart')
    const pack = new Uint8Array(await new Response(await client.runs.evidencePack(run.id)).arrayBuffer())
    expect(new TextDecoder().decode(pack.subarray(0, 2))).toBe('PK')
  })

  it('replays with other rules, and lists runs newest first', async () => {
    const { client, run } = await reconciled()
    const { replay } = await client.runs.replay(run.id, { rules: [] })
    expect(replay.identical).toBe(false)
    const names = (await client.runs.list({ limit: 1 }).toArray()).map(({ id, replayOf }) => [id === run.id, replayOf])
    expect(names).toEqual([
      [false, run.id],
      [true, null],
    ])
  })

  it('creates one run of requests with the same idempotency key', async () => {
    const { client } = await reconciled()
    const again = { name: 'Demo', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }
    const [first, second] = [
      await client.runs.create(again, { idempotencyKey: 'one' }),
      await client.runs.create(again, { idempotencyKey: 'one' }),
    ]
    expect(second).toEqual(first)
  })

  it('makes, rotates and revokes keys, and reads the log', async () => {
    const { client } = await reconciled()
    const key = await client.keys.create({ name: 'Reader', scopes: ['runs:read'] })
    const rotated = await client.keys.rotate(key.id, { overlapSeconds: 0 })
    await client.keys.revoke(rotated.id)
    expect((await client.keys.list().toArray()).length).toBe(3)
    expect(await client.log.checkpoint()).toContain(env.LOG_ORIGIN)
    expect((await client.log.verify()).verified).toBe(true)
    expect((await client.log.consistency(0, 1)).hashes).toEqual([])
  })
})
