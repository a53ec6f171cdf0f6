import { env } from 'cloudflare:workers'
import { fromUtf8, utf8 } from '@tallystick/engine/base'
import { cosignerKeyOf, formatCosignerKey, formatVkey, parseTlogPolicy, verifierKeyOf } from '@tallystick/engine/log'
import { type Anchor, verifyAnchor } from '@tallystick/engine/verify'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { parseAnchor } from '../../../../../engine/verify/anchor/anchor.ts'
import { verifySignature } from '../../../../../functions/audit/base/verify-signature.ts'
import { signingKeysOf } from '../../../../../functions/service/keys/signing-key.ts'
import { anchorLogs } from '../../../../../functions/service/log/anchor/anchor-logs.ts'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import { createIsolate } from '../../../../../functions/service/platform/isolate.ts'
import { queries } from '../../../../../functions/service/store/database.ts'
import type { EvidenceManifest } from '../../../../../schema/evidence.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { ownStores } from '../../../../support/worker/own-stores.ts'
import { readZip } from '../../../../support/worker/read-zip.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'
import { testWitness } from '../../../../support/worker/witness.ts'

const isolate = createIsolate({ log: () => undefined })
const [key] = await signingKeysOf(isolate, env)
if (key === undefined) throw new Error('There is no signing key')
const indexKey = verifierKeyOf(sha256, 'tallystick.dev/index', key.index.publicKey)
const platform = { sha256, verify: verifySignature }

beforeAll(async () => {
  await ownStores()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** An app with one witness, and a tenant with three runs; `anchor` is what the scheduled handler does every minute. */
async function scene() {
  const witness = await testWitness('w.example', [indexKey])
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => witness.answer(new Request(url, init)))
  const app = createTestApp({ env: { DB: env.OWN_DB, BUCKET: env.OWN_BUCKET, WITNESSES: witness.line } })
  const { client, tenantId } = await app.newTenant()
  const runs = [await makeRun(client, emptyRun), await makeRun(client, emptyRun), await makeRun(client, emptyRun)]
  const [run] = runs
  if (run === undefined) throw new Error('There is no run')
  return {
    client,
    tenantId,
    runs,
    witness,
    path: `/api/v1/runs/${run.id}/evidence`,
    anchor: () => anchorLogs({ db: queries(app.env.DB), isolate, env: app.env }),
  }
}

const policyOf = (log: string | undefined, witness: string) => {
  const text = `log ${log}\nlog ${formatVkey(indexKey)}\nwitness w ${witness.split(' ')[0]}\nquorum w\n`
  const policy = parseTlogPolicy(sha256, utf8(text))
  if (!policy.ok) throw new Error(policy.detail)
  return policy.value
}

it('has an anchor that meets a policy, for every run before the head', async () => {
  const { client, runs, anchor, witness } = await scene()
  await anchor()
  for (const { id } of runs) {
    const {
      checkpoint,
      anchor: found,
      keys,
    } = await (await client.get(`/api/v1/runs/${id}/evidence`)).json<EvidenceManifest>()
    const policy = policyOf(keys[0]?.vkey, witness.line)
    const report = await verifyAnchor(platform, { checkpoint, anchor: found ?? null, policy })
    expect(report.checks.map(({ name, passed, actual }) => [name, passed, actual !== null])).toEqual([
      ['anchor', true, true],
      ['policy', true, false],
    ])
    expect(report.witnesses).toMatchObject([{ name: 'w.example', isVerified: true }])
  }
})

it('is not in evidence of a run that nobody has confirmed', async () => {
  const { client, path } = await scene()
  expect(await (await client.get(path)).json<EvidenceManifest>()).not.toHaveProperty('anchor')
})

it('stays the same once it is complete', async () => {
  const { client, path, anchor } = await scene()
  await anchor()
  const first = await (await client.get(path)).text()
  await makeRun(client, emptyRun)
  await anchor()
  expect(await (await client.get(path)).text()).toBe(first)
})

it('is asked for again by caches until it is complete, and then kept', async () => {
  const { client, path, anchor } = await scene()
  const before = await client.get(path)
  await anchor()
  const after = await client.get(path, { 'If-None-Match': before.headers.get('ETag') ?? '' })
  expect([before.status, after.status]).toEqual([200, 200])
  expect([before, after].map(({ headers }) => headers.get('Cache-Control'))).toEqual([
    'private, no-cache',
    'private, max-age=31536000, immutable',
  ])
})

it('is in the pack, as a file behind the keys', async () => {
  const { client, path, anchor } = await scene()
  await anchor()
  const files = await readZip(new Uint8Array(await (await client.get(`${path}?format=zip`)).arrayBuffer()))
  expect(files.map(({ name }) => name).slice(-3)).toEqual(['keys.txt', 'anchor.json', 'README.txt'])
  const text = fromUtf8(files.find(({ name }) => name === 'anchor.json')?.bytes ?? new Uint8Array())
  const { anchor: found } = await (await client.get(path)).json<EvidenceManifest>()
  expect(parseAnchor(text)).toEqual({ ok: true, value: found })
})

it('has the heads of the log before it, each of which continues the one before', async () => {
  const { client, anchor, tenantId } = await scene()
  const sizes = [3]
  await anchor()
  for (let made = 0; made < 3; made += 1) {
    const run = await makeRun(client, emptyRun)
    await anchor()
    sizes.push((run.sequence ?? 0) + 1)
    const { checkpoint, anchor: found } = await (await client.get(run.links.evidence)).json<EvidenceManifest>()
    expect(found?.heads.map((line) => JSON.parse(line).size)).toEqual(sizes)
    const { checks } = await verifyAnchor(platform, { checkpoint, anchor: found ?? null })
    expect(checks[0]).toMatchObject({ name: 'anchor', passed: true })
    // Of those before nothing can be left out or put in between.
    for (const [index] of sizes.slice(1, -1).entries()) {
      const heads = found?.heads.toSpliced(index + 1, 1) ?? []
      const shorter = found === undefined ? null : { ...found, heads }
      expect((await verifyAnchor(platform, { checkpoint, anchor: shorter })).checks[0]?.passed).toBe(false)
    }
  }
  await env.OWN_DB.prepare(
    'UPDATE index_heads SET line = replace(line, \'"size":3\', \'"size":4\') WHERE tenant_id = ?',
  )
    .bind(tenantId)
    .run()
  const [run] = (await (await client.get('/api/v1/runs?limit=1')).json<{ data: { links: { evidence: string } }[] }>())
    .data
  expect(await problemOf(client.get(run?.links.evidence ?? ''))).toMatchObject({ status: 409, code: 'records_altered' })
})

it('fails where any part of it is another', async () => {
  const { client, path, anchor, runs } = await scene()
  await anchor()
  const { checkpoint, anchor: found, keys } = await (await client.get(path)).json<EvidenceManifest>()
  const last = await (await client.get(`/api/v1/runs/${runs[2]?.id}/evidence`)).json<EvidenceManifest>()
  if (found === undefined || last.anchor === undefined) throw new Error('The run is not anchored')
  const stranger = formatCosignerKey(cosignerKeyOf(sha256, 'w.example', new Uint8Array(32).fill(9)))
  const policy = policyOf(keys[0]?.vkey, stranger)
  const changes: Record<string, Anchor> = {
    heads: { ...found, heads: found.heads.map((line) => line.replace('"size":3', '"size":4')) },
    order: { ...last.anchor, heads: last.anchor.heads.toReversed() },
    log: { ...found, heads: found.heads.map((line) => line.replace(/"log":"[^"]*"/, `"log":"${'f'.repeat(64)}"`)) },
    consistency: { ...found, consistency: last.anchor.consistency },
    inclusion: { ...found, inclusion: { ...found.inclusion, index: found.inclusion.index + 1 } },
    checkpoint: { ...found, checkpoint: checkpoint ?? '' },
    keys: { ...found, keys: keys.map(({ vkey }) => vkey) },
  }
  for (const [name, changed] of Object.entries(changes)) {
    const { checks } = await verifyAnchor(platform, { checkpoint, anchor: changed })
    expect([name, checks[0]?.passed]).toEqual([name, false])
  }
  const { checks } = await verifyAnchor(platform, { checkpoint, anchor: found, policy })
  expect(checks.map(({ passed }) => passed)).toEqual([true, false])
})
