import { fromBase64, toHex } from '@tallystick/engine/base'
import { formatVkey, openCheckpoint, openTileTree, parseEntries } from '@tallystick/engine/log'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../../../functions/audit/base/verify-signature.ts'
import { IndexDivergedError } from '../../../../../functions/service/log/anchor/open-index.ts'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import { faultyBucket } from '../../../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../../../support/worker/faulty-database.ts'
import {
  anchor,
  BUCKET,
  clock,
  DB,
  indexApp,
  indexKey,
  indexOrigin,
  newestCheckpoint,
  sealRun,
  signingKey,
  standAlone,
  stores,
} from '../../../../support/worker/index-log.ts'
import { stepKey } from '../../../../support/worker/once.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

standAlone()

type Row = Record<string, string | number | null>

/** The rows of the index, and what the tenants' logs say of it. */
async function indexRows() {
  const tables = ['index_heads', 'index_checkpoints', 'tenant_logs']
  const answers = await DB.batch<Row>(tables.map((table) => DB.prepare(`SELECT * FROM ${table}`)))
  return new Map(tables.map((table, index) => [table, answers[index]?.results ?? []]))
}

/** Puts rows of the index in place of those that there are. */
async function restoreIndex(rows: ReadonlyMap<string, readonly Row[]>): Promise<void> {
  await DB.batch(
    [...rows].flatMap(([table, each]) => [
      DB.prepare(`DELETE FROM ${table}`),
      ...each.map((row) =>
        DB.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`).bind(
          ...Object.values(row),
        ),
      ),
    ]),
  )
}

/** The published heads of the index, in order, each as JSON. */
async function publishedHeads(): Promise<readonly Row[]> {
  const { size } = await newestCheckpoint()
  const bundle = await BUCKET.get(`log/${indexOrigin}/tile/entries/000.p/${size}`)
  const entries = parseEntries((await bundle?.bytes()) ?? new Uint8Array())
  return entries.ok ? entries.value.map((entry) => JSON.parse(new TextDecoder().decode(entry))) : []
}

const lastOf = <Item>(items: readonly Item[]): Item | undefined => items.at(-1)

describe('the index log', () => {
  it('has the head of every log that has grown, once, each with the one before of its log', async () => {
    const { client, tenantId } = await sealRun()
    await anchor()
    const before = await newestCheckpoint()
    await anchor()
    expect(await newestCheckpoint()).toEqual(before)
    await makeRun(client, emptyRun)
    await makeRun(client, emptyRun)
    await anchor()
    expect((await newestCheckpoint()).size).toBe(before.size + 1)
    const heads = await publishedHeads()
    const own = heads.filter(({ log }) => log === lastOf(heads)?.['log'])
    expect(own.map(({ size }) => size)).toEqual([1, 3])
    expect(own[1]).toMatchObject({
      previous: { entry: before.size - 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const { results } = await DB.prepare('SELECT size, position FROM index_heads WHERE tenant_id = ? ORDER BY size')
      .bind(tenantId)
      .all()
    expect(results).toEqual([
      { size: 1, position: before.size - 1 },
      { size: 3, position: before.size },
    ])
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
    const answer = await indexApp().client.get('/.well-known/tallystick-keys')
    const { keys, index } = await answer.json<{ keys: { publicKey: string }[]; index: string[] }>()
    expect(index).toEqual([formatVkey(indexKey)])
    expect(keys.map(({ publicKey }) => fromBase64(publicKey))).toContainEqual(signingKey.index.publicKey)
  })

  it('takes first the logs that have waited longest', async () => {
    const many = 61
    const runs: Awaited<ReturnType<typeof sealRun>>[] = []
    for (let made = 0; made < many; made += 1) runs.push(await sealRun())
    const [first] = runs
    await DB.prepare('UPDATE tenant_logs SET index_due_at = 5 WHERE tenant_id = ?').bind(first?.tenantId).run()
    const indexed = async () =>
      (
        await DB.prepare('SELECT count(*) AS count FROM tenant_logs WHERE size > indexed_size').first<{
          count: number
        }>()
      )?.count
    await anchor()
    expect(await indexed()).toBe(1)
    await anchor()
    expect(await indexed()).toBe(0)
  })
})

describe('what became of a step that was broken off', () => {
  it.each([
    ['the heads', { method: 'put' as const, matches: /\/head\// }],
    ['the tiles', { method: 'put' as const, matches: /\/tile\// }],
    ['the checkpoint', { method: 'put' as const, matches: /index\/checkpoint$/ }],
  ])('before R2 has %s is done by the next call', async (_, fault) => {
    await sealRun()
    const broken = faultyBucket(BUCKET, [{ ...fault, when: 'before' }])
    await expect(anchor({ BUCKET: broken })).rejects.toThrow()
    const other = await sealRun()
    await anchor()
    const { note, size, root } = await newestCheckpoint()
    expect(await (await BUCKET.get(`log/${indexOrigin}/checkpoint`))?.text()).toBe(note)
    const tree = await openTileTree(sha256, { size, root }, async (path) =>
      (await BUCKET.get(`log/${indexOrigin}/${path}`))?.bytes(),
    )
    await tree.leafHash(size - 1)
    const { results } = await DB.prepare('SELECT size FROM index_heads WHERE tenant_id = ?').bind(other.tenantId).all()
    expect(results).toEqual([{ size: 1 }])
  })

  it('before the database has it is taken over, and forks nothing', async () => {
    await sealRun()
    const { size } = await newestCheckpoint()
    const broken = faultyDatabase(stores.DB, [{ matches: /into "?index_heads/i, when: 'before' }])
    await expect(anchor({ DB: broken })).rejects.toThrow()
    await sealRun()
    await anchor()
    const row = await DB.prepare('SELECT note FROM index_checkpoints WHERE size = ?')
      .bind(size + 1)
      .first()
    const step = await (await BUCKET.get(stepKey(indexOrigin, size)))?.json<{ note: string }>()
    expect(row?.['note']).toBe(step?.note)
    expect((await newestCheckpoint()).size).toBe(size + 2)
  })

  it('is replayed from R2 where an older database was restored', async () => {
    await sealRun()
    await anchor()
    const old = await indexRows()
    const { client } = await sealRun()
    await anchor()
    await makeRun(client, emptyRun)
    await anchor()
    const [lost, heads] = [await newestCheckpoint(), await indexRows()]
    await restoreIndex(old)
    await anchor()
    const { createdAt: _, ...again } = await newestCheckpoint()
    expect(lost).toMatchObject(again)
    expect((await indexRows()).get('index_heads')).toEqual(heads.get('index_heads'))
  })
})

describe('rows of the index that were changed', () => {
  const changes: readonly (readonly [string, string])[] = [
    ['a checkpoint that nobody signed', "UPDATE index_checkpoints SET note = replace(note, '— ', '— x')"],
    ['a checkpoint of another root', "UPDATE index_checkpoints SET root = 'x'"],
    ['a checkpoint behind the newest', "INSERT INTO index_checkpoints VALUES (99999, 'x', 'x', NULL, 'signed', 9)"],
    ['heads that are none', "UPDATE index_heads SET line = '{}'"],
    ['no heads', 'DELETE FROM index_heads'],
    [
      'a head at the next place',
      "INSERT INTO index_heads VALUES ('ten_x', 1, (SELECT max(size) FROM index_checkpoints), 'x')",
    ],
    ['nothing at all', 'DELETE FROM index_checkpoints'],
  ]
  it.each(changes)('keep no head out of it: %s', async (_, sql) => {
    await sealRun()
    await anchor()
    const before = await newestCheckpoint()
    await DB.prepare(sql).run()
    const { tenantId } = await sealRun()
    // A call takes over what the rows do not have any more.
    for (let calls = 0; calls < 3; calls += 1) await anchor()
    const after = await newestCheckpoint()
    expect(after.size).toBe(before.size + 1)
    const { results } = await DB.prepare('SELECT position FROM index_heads WHERE tenant_id = ?').bind(tenantId).all()
    expect(results).toEqual([{ position: before.size }])
  })
})

describe('anchoring stops', () => {
  it('where the settings cannot be read', async () => {
    await expect(anchor({ WITNESSES: 'nobody https://w.example' })).rejects.toThrow('WITNESSES')
    await expect(anchor({ TIMESTAMP_URL: 'ftp://tsa.example' })).rejects.toThrow('TIMESTAMP_URL')
  })

  it('visibly: the service is not ready then, and says why', async () => {
    const app = indexApp({ env: { WITNESSES: 'nobody https://w.example' } })
    const response = await app.client.get('/api/v1/ready')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ missing: ['WITNESSES'] })
  })

  it.each([
    ['was published without our signature', 'tallystick.dev/index\n1\nAAAA\n\n— x y\n'],
    ['is not the one that was signed', undefined],
  ])('where the index %s', async (_, text) => {
    await sealRun()
    await anchor()
    const path = `log/${indexOrigin}/checkpoint`
    const { size, note } = await newestCheckpoint()
    const published = (await (await BUCKET.get(path))?.text()) ?? ''
    await BUCKET.put(path, text ?? note.replace(`\n${size}\n`, `\n${size + 1}\n`))
    await sealRun()
    await expect(anchor()).rejects.toThrow(IndexDivergedError)
    expect((await newestCheckpoint()).size).toBe(size)
    await BUCKET.put(path, published)
    clock.advance(60_000)
    await anchor()
    expect((await newestCheckpoint()).size).toBe(size + 1)
  })
})
