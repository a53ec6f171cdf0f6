import { env } from 'cloudflare:workers'
import { canonicalize, engineVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import type { EvidenceManifest } from '../../../../schema/evidence.ts'
import type { PublicKeyRecord } from '../../../../schema/signing-key.ts'
import { breakingDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { sealedRun } from '../../../support/worker/evidence.ts'
import { naive } from '../../../support/worker/naive-proof.ts'
import { isSignedBy, readNote } from '../../../support/worker/notes.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

/** One run is enough: nothing here changes it. */
let made: ReturnType<typeof sealedRun> | undefined
const sealed = () => {
  made ??= sealedRun()
  return made
}

async function readManifest() {
  const { client, run } = await sealed()
  const manifest = await (await client.get(run.links.evidence)).json<EvidenceManifest>()
  return { client, run, manifest }
}

describe('the manifest of a run', () => {
  it('has the four hashes', async () => {
    const { run, manifest } = await readManifest()
    expect(manifest).toMatchObject({
      runId: run.id,
      inputHash: { source: run.source.root, target: run.target.root },
      ruleHash: naive.digestOf(canonicalize(run.rules)),
      outputHash: run.resultRoot,
      versionHash: naive.digestOf(engineVersion),
      engineVersion,
      rules: run.rules,
    })
    expect(manifest.ruleHash).toBe(run.policy.hash)
  })

  it('counts the lines of the result: header, two matches, two breaks, an exclusion and totals', async () => {
    const { manifest } = await readManifest()
    expect(manifest.leafCount).toBe(7)
  })

  it('has the totals of the result', async () => {
    const { manifest } = await readManifest()
    expect(manifest.totals).toEqual({
      source: { EUR: { count: 5, excluded: '1000', matched: '120.5', netted: '0', open: '12', total: '1132.5' } },
      target: { EUR: { count: 3, excluded: '0', matched: '120.5', netted: '0', open: '7.07', total: '127.57' } },
      accepted: {},
      turned: {},
      fx: {},
    })
  })

  it('has the receipt of the run, whose canonical bytes are its leaf', async () => {
    const { run, manifest } = await readManifest()
    expect(manifest.receipt).toMatchObject({
      run: run.id,
      sequence: 1,
      leaves: 7,
      source: run.source.root,
      target: run.target.root,
      policy: run.policy.hash,
      result: run.resultRoot,
      createdAt: run.createdAt,
      completedAt: run.completedAt,
      replayOf: null,
    })
    expect(manifest.receiptHash).toBe(naive.leafOf(canonicalize(manifest.receipt)))
  })

  it('proves the receipt in the signed checkpoint, and that the log before is its beginning', async () => {
    const { client, run, manifest } = await readManifest()
    const note = readNote(manifest.checkpoint)
    expect(manifest.checkpoint).toBe(run.checkpoint)
    expect(note.size).toBe(2)
    expect(naive.holdsLine(canonicalize(manifest.receipt), note.root, manifest.inclusion)).toBe(true)
    expect(naive.goesOn(manifest.receipt.previous, note.root, manifest.consistency)).toBe(true)
    const { keys } = await (await client.get(manifest.links.publicKeys)).json<{ keys: PublicKeyRecord[] }>()
    expect(await isSignedBy(note, keys[0]?.publicKey ?? '')).toBe(true)
    const { name, keyId } = note.signatures[0] ?? {}
    expect(manifest.keys).toEqual([{ name, keyId, vkey: expect.stringMatching(`^${name}\\+${keyId}\\+`) }])
  })

  it('names what else there is of the run', async () => {
    const { client, run, manifest } = await readManifest()
    expect(manifest.links).toMatchObject({ self: run.links.evidence, run: run.links.self, results: run.links.results })
    for (const path of Object.values(manifest.links)) expect((await client.get(path)).status).toBe(200)
  })

  it('is there for a run without datasets, and for built-in ones', async () => {
    const { client } = await createTestApp().newTenant()
    const empty = await makeRun(client, { sourceAdapter: 'bank', targetAdapter: 'ledger' })
    const demo = await makeRun(client, demoRun)
    for (const run of [empty, demo]) expect((await client.get(run.links.evidence)).status).toBe(200)
  })

  it('costs two round trips to the database, and one for a caller who has it', async () => {
    const { client, run, recorder } = await sealed()
    const etag = (await client.get(run.links.evidence)).headers.get('ETag') ?? ''
    recorder.reset()
    await client.get(run.links.evidence)
    expect(recorder.roundTrips).toBe(2)
    recorder.reset()
    expect((await client.get(run.links.evidence, { 'If-None-Match': etag })).status).toBe(304)
    expect(recorder.roundTrips).toBe(1)
  })
})

describe('a run whose checkpoint was removed', () => {
  it('has evidence without it, which is no proof in a log', async () => {
    const { client, run, tenantId } = await sealedRun()
    await env.DB.prepare('UPDATE receipts SET checkpoint = NULL WHERE tenant_id = ?').bind(tenantId).run()
    const manifest = await (await client.get(run.links.evidence)).json<EvidenceManifest>()
    expect(manifest).toMatchObject({ checkpoint: null, keys: [] })
    const text = client.get(run.links.evidence, { Accept: 'text/plain' })
    expect((await problemOf(text)).code).toBe('records_altered')
    expect((await client.get(`${run.links.evidence}?format=zip`)).status).toBe(200)
  })
})

describe('evidence never changes', () => {
  it('so that it may be kept for ever, one ETag for each query and form', async () => {
    const { client, run } = await sealed()
    const path = run.links.evidence
    const answers = await Promise.all([
      client.get(path),
      client.get(path, { Accept: 'text/plain' }),
      client.get(`${path}?leaf=1`),
      client.get(`${path}?leaf=1`, { Accept: 'text/plain' }),
      client.get(`${path}?leaf=2`),
    ])
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
      expect(headers.get('Vary')).toBe('Accept, X-API-Key, Origin')
      expect(headers.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/)
    }
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(answers.length)
  })

  it('but for the periods of the keys in a pack: caches ask before they use it again', async () => {
    const { client, run } = await sealed()
    const { status, headers } = await client.get(run.links.evidence, { Accept: 'application/zip' })
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(headers.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('while the log grows', async () => {
    const { client, run } = await sealed()
    const read = async () => (await client.get(run.links.evidence)).text()
    const before = await read()
    await makeRun(client)
    expect(await read()).toBe(before)
  })

  it('and HEAD says of each form what GET does', async () => {
    const { client, run } = await sealed()
    for (const Accept of ['application/json', 'text/plain', 'application/zip']) {
      const [head, get] = [
        await client.head(run.links.evidence, { Accept }),
        await client.get(run.links.evidence, { Accept }),
      ]
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['ETag', 'Content-Type', 'Content-Disposition', 'Cache-Control', 'Vary'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })
})

describe('evidence is refused', () => {
  it('for a run that has not ended, with Retry-After', async () => {
    const { secret } = await createTestApp().newTenant()
    const stopped = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith({ 'X-API-Key': secret })
    const location = (await stopped.post('/api/v1/runs', demoRun)).headers.get('Location')
    const response = await createTestApp().clientWith({ 'X-API-Key': secret }).get(`${location}/evidence`)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect((await problemOf(response)).code).toBe('run_not_finished')
  })

  it('for a run of another tenant as for one that there is not', async () => {
    const { run, newTenant } = await sealed()
    const { client } = await newTenant()
    const known = await problemOf(client.get(run.links.evidence))
    const unknown = await problemOf(client.get('/api/v1/runs/run_x/evidence'))
    expect(known.code).toBe('run_not_found')
    expect({ ...known, instance: '', requestId: '' }).toEqual({ ...unknown, instance: '', requestId: '' })
  })

  it.each([
    ['?matchId=mat_00000000000000000000000000', 404, 'artifact_not_found'],
    ['?matchId=mat_', 404, 'artifact_not_found'],
    ['?matchId=', 404, 'artifact_not_found'],
    ['?leaf=7', 404, 'artifact_not_found'],
    ['?leaf=-1', 400, 'invalid_query'],
    ['?leaf=1.0', 400, 'invalid_query'],
    ['?leaf=1&leaf=2', 400, 'invalid_query'],
    ['?leaf=1&matchId=mat_00000000000000000000000000', 400, 'invalid_query'],
    ['?format=json', 400, 'invalid_query'],
    ['?format=zip&leaf=1', 400, 'invalid_query'],
    ['?page=1', 400, 'invalid_query'],
  ])('for %s', async (query, status, code) => {
    const { client, run } = await sealed()
    expect(await problemOf(client.get(`${run.links.evidence}${query}`))).toMatchObject({ status, code })
  })

  it('for an archive of one line', async () => {
    const { client, run } = await sealed()
    const answer = client.get(`${run.links.evidence}?leaf=1`, { Accept: 'application/zip' })
    expect((await problemOf(answer)).code).toBe('invalid_query')
  })

  it('in a form that is not offered', async () => {
    const { client, run } = await sealed()
    expect((await problemOf(client.get(run.links.evidence, { Accept: 'text/html' }))).code).toBe('not_acceptable')
  })

  it('where it shows lines of the datasets, to a key that may not read those', async () => {
    const app = await sealed()
    const { client } = await app.newTenant({ scopes: ['evidence:read'] })
    for (const query of ['?leaf=1', '?matchId=mat_x', '?format=zip'])
      expect((await problemOf(client.get(`${app.run.links.evidence}${query}`))).code).toBe('scope_insufficient')
    expect((await problemOf(client.get(app.run.links.evidence))).code).toBe('run_not_found')
  })
})
