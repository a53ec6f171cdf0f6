import { env } from 'cloudflare:workers'
import { fromHex, toHex, utf8 } from '@tallystick/engine/base'
import { createFrontier, leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { EvidenceProof } from '../../../../schema/evidence.ts'
import { inForms, isLong, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { largeRun, readChain } from '../../../support/worker/evidence.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'
import { watchObjects, watchReads } from '../../../support/worker/watch-reads.ts'

/** Four chunks of half a megabyte, and what is stored beside their texts. */
const atOnceMax = 4 * 512 * 1024 + 10_000

/** The tenant’s client in an isolate that tells what each of its round trips brought. */
function watched(secret: string) {
  const reads: number[] = []
  const note = (size: number) => void reads.push(size)
  const watched = { DB: watchReads(env.DB, note), BUCKET: watchObjects(env.BUCKET, note) }
  return { reads, client: createTestApp({ env: watched }).clientWith({ 'X-API-Key': secret }) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const sizes = { short: 6_500, long: 20_000 }
const size = sizeOf(sizes)
/** What reading the whole run brings at least: more than may be held. */
const wholeMin = 350 * size

let made: ReturnType<typeof largeRun> | undefined
const large = () => {
  made ??= largeRun(size)
  return made
}

describe(inForms('a run of many records a side', sizes), () => {
  it('is packed while it is taken: no more is held than a few chunks', async () => {
    const { secret, run } = await large()
    const { reads, client } = watched(secret)
    const response = await client.get(run.links.evidence, { Accept: 'application/zip' })
    const reader = response.body?.getReader()
    const before = sum(reads)
    let [taken, heldMax] = [0, 0]
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      heldMax = Math.max(heldMax, sum(reads) - before - taken)
      taken += part.value.length
    }
    expect(taken).toBeGreaterThan(wholeMin)
    expect(heldMax).toBeLessThan(atOnceMax)
  })

  it('is not read on while nobody takes it', async () => {
    const { secret, run } = await large()
    const { reads, client } = watched(secret)
    const response = await client.get(run.links.evidence, { Accept: 'application/zip' })
    const before = reads.length
    await scheduler.wait(100)
    expect(reads.length).toBe(before)
    await response.body?.cancel()
  })

  it('is verified a few chunks at a time', async () => {
    const { secret, run } = await large()
    const { reads, client } = watched(secret)
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
    expect(sum(reads)).toBeGreaterThan(wholeMin)
    expect(Math.max(...reads)).toBeLessThan(atOnceMax)
  })

  it('has each of its matches proven a few chunks at a time', async () => {
    const { secret, run } = await large()
    const { reads, client } = watched(secret)
    const response = await client.get(`${run.links.evidence}?leaf=${size / 2}`)
    expect((await response.json<{ records: { source: object[] } }>()).records.source).toHaveLength(1)
    expect(Math.max(...reads)).toBeLessThan(atOnceMax)
  })
})

describe('a log of 12,000 receipts', () => {
  it('is followed from its first run to its end in three queries', async () => {
    const app = createTestApp()
    const { client, tenantId } = await app.newTenant()
    const run = await makeRun(client)
    await appendMany(tenantId, 12_000)
    app.recorder.reset()
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
    expect(app.recorder.sql.filter((sql) => /"receipts"\."sequence" > \?/.test(sql))).toHaveLength(3)
    expect(await app.recorder.rowsRead()).toBeLessThan(2 * 12_000 + 100)
  })
})

/** Puts receipts of other runs after the one that the log has, straight into the tables. */
async function appendMany(tenantId: string, count: number): Promise<void> {
  const first = await env.DB.prepare('SELECT leaf_hash FROM receipts WHERE tenant_id = ?')
    .bind(tenantId)
    .first<string>('leaf_hash')
  const frontier = createFrontier(sha256)
  if (first === null) throw new Error('The tenant has no receipt')
  frontier.append(fromHex(first))
  const hashes = Array.from({ length: count }, (_, index) => toHex(leafHash(sha256, utf8(`receipt ${index}`))))
  for (const hash of hashes) frontier.append(fromHex(hash))
  const { size, hashes: left } = frontier.state()
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO receipts (tenant_id, sequence, run_id, leaf_hash, line, inclusion, consistency)
       SELECT ?, key + 1, 'run_' || key, value, '', '', '' FROM json_each(?)`,
    ).bind(tenantId, JSON.stringify(hashes)),
    env.DB.prepare('UPDATE tenant_logs SET size = ?, frontier = ?, root = ?, previous = ? WHERE tenant_id = ?').bind(
      size,
      JSON.stringify(left),
      toHex(frontier.root()),
      hashes.at(-1),
      tenantId,
    ),
  ])
}

describe('a match of many records', () => {
  /** The proof of a payout of `count` records, each line of about `lineLength` characters. */
  async function payout(count: number, lineLength: number) {
    const { client, tenantId } = await createTestApp().newTenant()
    const whole = { id: 'po-1', amount: `${count}`, currency: 'EUR', reference: 'PO-1' }
    const description = 'x'.repeat(lineLength - 80)
    const parts = manyRecords(count, ({ id }) => ({ ...whole, id, amount: '1', description }))
    await seedDataset(tenantId, { adapter: 'bank', records: [whole] })
    await seedDataset(tenantId, { adapter: 'psp', records: parts, recordsOfChunk: Math.floor(1_000_000 / lineLength) })
    const rule = { id: 'payout', cardinality: '1:n', match: [{ field: 'reference' }, { field: 'currency' }], sum: {} }
    const run = await makeRun(client, { sourceAdapter: 'bank', targetAdapter: 'psp', rules: [rule] })
    expect(run.summary?.matchCount).toBe(1)
    return client.get(`${run.links.evidence}?leaf=1`)
  }

  it('is proven with a thousand lines of its records', async () => {
    const { records } = await (await payout(1_000, 200)).json<EvidenceProof>()
    expect(records.target).toHaveLength(1_000)
  })

  it.each([[8_000, 100], ...(isLong ? [[200, 50_000]] : [])])(
    'is refused with %i lines of %i characters, more than an answer is made of',
    async (count, lineLength) => {
      const response = await payout(count, lineLength)
      expect(response.status).toBe(400)
      const { code, detail } = await problemOf(response)
      expect([code, detail]).toEqual(['invalid_query', expect.stringContaining('the pack')])
    },
  )
})
