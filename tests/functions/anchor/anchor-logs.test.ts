import { env } from 'cloudflare:workers'
import { formatVkey, fromBase64, openCheckpoint, toHex } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { IndexDivergedError } from '../../../functions/anchor/append-heads.ts'
import { verifySignature } from '../../../functions/platform/verify-signature.ts'
import { queries } from '../../../functions/store/database.ts'
import { indexCheckpointStore, indexHeadStore } from '../../../functions/store/index-store.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { faultyBucket } from '../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../support/worker/faulty-database.ts'
import {
  anchor,
  indexKey,
  indexOrigin,
  newestCheckpoint,
  sealRun,
  signingKey,
  standAlone,
} from '../../support/worker/index-log.ts'
import { stepKey } from '../../support/worker/once.ts'
import { makeRun } from '../../support/worker/runs.ts'

const store = indexHeadStore(queries(env.DB))
const checkpoints = indexCheckpointStore(queries(env.DB))
standAlone()

describe('the index log', () => {
  it('has the head of every log that has grown, once', async () => {
    const { client, tenantId, runId } = await sealRun()
    await anchor()
    const before = await newestCheckpoint()
    await anchor()
    expect(await newestCheckpoint()).toEqual(before)
    const next = await makeRun(client)
    await anchor()
    expect((await newestCheckpoint()).size).toBe(before.size + 1)
    const [first] = await store.headOfRun(tenantId, runId)
    const [second] = await store.headOfRun(tenantId, next.id)
    expect([first, second].map((head) => JSON.parse(head?.line ?? '{}').size)).toEqual([1, 2])
  })

  it('is signed by a key of its own, under its own name', async () => {
    await sealRun()
    await anchor()
    const { note, size, root } = await newestCheckpoint()
    const opened = await openCheckpoint({ note, keys: [indexKey], verify: verifySignature })
    expect(opened).toMatchObject({ ok: true, value: { checkpoint: { origin: indexOrigin, size, root } } })
    expect(toHex(signingKey.index.publicKey)).not.toBe(toHex(signingKey.publicKey))
  })

  it('lists its key among the public keys', async () => {
    await sealRun()
    await anchor()
    const answer = await createTestApp().client.get('/.well-known/tallystick-keys')
    const { keys, index } = await answer.json<{ keys: { publicKey: string }[]; index: string[] }>()
    expect(index).toEqual([formatVkey(indexKey)])
    expect(keys.map(({ publicKey }) => fromBase64(publicKey))).toContainEqual(signingKey.index.publicKey)
  })

  it('takes over a step that the database lost, and forks nothing', async () => {
    await sealRun()
    const DB = faultyDatabase(env.DB, [{ matches: /update "index_logs"/i, when: 'before' }])
    await expect(anchor({ DB })).rejects.toThrow()
    const { size } = await newestCheckpoint()
    await sealRun()
    await anchor()
    const [row] = await checkpoints.from(size + 1)
    const published = await env.BUCKET.get(stepKey(indexOrigin, size))
    expect(row?.note).toBe((await published?.json<{ note: string }>())?.note)
    expect((await newestCheckpoint()).size).toBe(size + 2)
  })

  it('leaves out a head that was not signed, and takes the others', async () => {
    const [altered, sound] = [await sealRun(), await sealRun()]
    await env.DB.prepare("UPDATE tenant_logs SET size = 9007199254740991, root = 'x' WHERE tenant_id = ?")
      .bind(altered.tenantId)
      .run()
    await anchor()
    const heads = await env.DB.prepare('SELECT tenant_id FROM index_heads').all<{ tenant_id: string }>()
    const tenants = heads.results.map(({ tenant_id }) => tenant_id)
    expect(tenants).toContain(sound.tenantId)
    expect(tenants).not.toContain(altered.tenantId)
  })

  it('goes on where R2 fails, with the next call', async () => {
    await sealRun()
    const BUCKET = faultyBucket(env.BUCKET, [{ method: 'put', matches: /\/tile\//, when: 'before' }])
    await expect(anchor({ BUCKET })).rejects.toThrow()
    await anchor()
    const published = await env.BUCKET.get(`log/${indexOrigin}/checkpoint`)
    expect(await published?.text()).toBe((await newestCheckpoint()).note)
  })

  it('replays from R2 what a restored database has lost', async () => {
    await sealRun()
    await anchor()
    const before = await env.DB.prepare('SELECT * FROM index_logs').first<{
      size: number
      frontier: string
      root: string
    }>()
    await sealRun()
    await anchor()
    const lost = await newestCheckpoint()
    await env.DB.batch([
      env.DB.prepare('UPDATE index_logs SET size = ?, frontier = ?, root = ?').bind(
        before?.size,
        before?.frontier,
        before?.root,
      ),
      env.DB.prepare('DELETE FROM index_heads WHERE position >= ?').bind(before?.size),
      env.DB.prepare('DELETE FROM index_checkpoints WHERE size > ?').bind(before?.size),
    ])
    await sealRun()
    await anchor()
    const [again] = await checkpoints.from(lost.size)
    expect(again?.root).toBe(lost.root)
    expect((await newestCheckpoint()).size).toBe(lost.size + 1)
  })
})

describe('anchoring stops', () => {
  it('where the settings cannot be read', async () => {
    await expect(anchor({ WITNESSES: 'nobody https://w.example' })).rejects.toThrow('WITNESSES')
    await expect(anchor({ TIMESTAMP_URL: 'ftp://tsa.example' })).rejects.toThrow('TIMESTAMP_URL')
  })

  it('visibly: the service is not ready then, and says why', async () => {
    const app = createTestApp({ env: { WITNESSES: 'nobody https://w.example' } })
    const response = await app.client.get('/api/v1/ready')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ missing: ['WITNESSES'] })
  })

  it('where the log is not the one that was signed', async () => {
    await sealRun()
    await anchor()
    const { size, note } = await newestCheckpoint()
    const store = (text: string) =>
      env.DB.prepare('UPDATE index_checkpoints SET note = ? WHERE size = ?').bind(text, size).run()
    await store(note.replace('— ', '— x'))
    await sealRun()
    await expect(anchor()).rejects.toThrow(IndexDivergedError)
    expect((await newestCheckpoint()).size).toBe(size)
    // Other files of tests go on with this index.
    await store(note)
  })
})
