import { env } from 'cloudflare:workers'
import { canonicalize, engineVersion, fromUtf8 } from '@tallystick/engine/base'
import { packFileNames } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import type { EvidenceManifest } from '../../../../schema/evidence.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { sealedRun, verifyOffline } from '../../../support/worker/evidence.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { naive } from '../../../support/worker/naive-proof.ts'
import { type ReadZipFile, readZip } from '../../../support/worker/read-zip.ts'
import { makeRun } from '../../../support/worker/runs.ts'

/** One run is enough: nothing here changes it. */
let made: ReturnType<typeof sealedRun> | undefined
const sealed = () => {
  made ??= sealedRun()
  return made
}

const zip = { Accept: 'application/zip' }

async function bytesOf(client: Client, path: string, headers = {}): Promise<Uint8Array> {
  const response = await client.get(path, headers)
  if (response.status !== 200) throw new Error(`The pack answered ${response.status}: ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

const filesOf = async (client: Client, path: string): Promise<readonly ReadZipFile[]> =>
  readZip(await bytesOf(client, path, zip))

async function readFiles() {
  const { client, run, tenantId } = await sealed()
  const files = await filesOf(client, run.links.evidence)
  const text = (name: string): string => {
    const file = files.find((each) => each.name === name)
    if (file === undefined) throw new Error(`The pack has no ${name}`)
    return fromUtf8(file.bytes)
  }
  return { client, run, tenantId, files, text, lines: (name: string) => text(name).split('\n').slice(0, -1) }
}

describe('the evidence pack', () => {
  it('is a zip archive of the files by their names, in their order', async () => {
    const { client, run } = await sealed()
    const response = await client.get(run.links.evidence, zip)
    expect(response.headers.get('Content-Type')).toBe('application/zip')
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${run.id}.zip"`)
    const files = await readZip(new Uint8Array(await response.arrayBuffer()))
    expect(files.map(({ name }) => name)).toEqual([...packFileNames])
  })

  it('is the same whenever and however it is asked for', async () => {
    const { client, run } = await sealed()
    const byAccept = await bytesOf(client, run.links.evidence, zip)
    expect(await bytesOf(client, run.links.evidence, zip)).toEqual(byAccept)
    expect(await bytesOf(client, `${run.links.evidence}?format=zip`)).toEqual(byAccept)
    const etags = await Promise.all([
      client.get(run.links.evidence, zip),
      client.get(`${run.links.evidence}?format=zip`, { Accept: 'text/plain' }),
    ])
    expect(etags[0].headers.get('ETag')).toBe(etags[1].headers.get('ETag'))
  })

  it('is not made for a caller who has it', async () => {
    const { client, run, recorder } = await sealed()
    const etag = (await client.head(run.links.evidence, zip)).headers.get('ETag') ?? ''
    recorder.reset()
    const response = await client.get(run.links.evidence, { ...zip, 'If-None-Match': etag })
    expect([response.status, await response.text(), recorder.roundTrips]).toEqual([304, '', 1])
  })

  it('holds the artifacts, whose lines give the roots of the run', async () => {
    const { run, lines } = await readFiles()
    expect(naive.rootOf(lines('source.ndjson'))).toBe(run.source.root)
    expect(naive.rootOf(lines('target.ndjson'))).toBe(run.target.root)
    expect(naive.rootOf(lines('result.ndjson'))).toBe(run.resultRoot)
  })

  it('holds the rules, whose bytes have the policy hash', async () => {
    const { run, text } = await readFiles()
    expect(naive.digestOf(text('rules.json'))).toBe(run.policy.hash)
  })

  it('holds the run’s record and what it says of its hashes', async () => {
    const { run, text, lines } = await readFiles()
    const { run: proven, unproven, ...claims } = JSON.parse(text('manifest.json'))
    const { policy, source, target, name, sourceAdapter, targetAdapter, progress, warnings, ...rest } = run
    const { requestId, startedAt, links, createdBy, ...members } = rest
    expect(proven).toEqual({
      ...members,
      policy: { hash: policy.hash },
      source: { root: source.root, recordCount: source.recordCount, totals: source.totals },
      target: { root: target.root, recordCount: target.recordCount, totals: target.totals },
    })
    expect(unproven).toMatchObject({
      name,
      sourceAdapter,
      targetAdapter,
      progress,
      warnings,
      requestId,
      createdBy,
      startedAt,
      links,
    })
    expect(unproven).toMatchObject({ policy: { id: policy.id }, source: { datasetId: source.datasetId } })
    expect(claims).toEqual({
      kind: 'tallystick/pack@2',
      source: run.source.root,
      target: run.target.root,
      result: run.resultRoot,
      policy: run.policy.hash,
      engine: engineVersion,
      leaves: lines('result.ndjson').length,
    })
  })

  it('holds the receipts, proofs, checkpoint and keys that the manifest shows', async () => {
    const { client, run, text, lines } = await readFiles()
    const manifest = await (await client.get(run.links.evidence)).json<EvidenceManifest>()
    const [previous = '', own] = lines('receipts.ndjson')
    expect(own).toBe(canonicalize(manifest.receipt))
    expect(naive.leafOf(previous)).toBe(manifest.receipt.previous)
    const { inclusion, consistency, previous: before } = manifest
    expect(JSON.parse(text('proofs.json'))).toEqual({ inclusion, consistency, previous: before?.inclusion })
    expect(before).toMatchObject({ receipt: previous, checkpoint: text('previous-checkpoint.txt') })
    expect(text('checkpoint.txt')).toBe(manifest.checkpoint)
    expect(lines('keys.txt')).toEqual(manifest.keys.map(({ vkey }) => vkey))
  })

  it('is verified offline, with nothing but its own files', async () => {
    const { files } = await readFiles()
    expect(await verifyOffline(files)).toMatchObject({ verified: true, firstFailure: null })
  })

  it('of a log’s first run, of built-in records and of sides without a dataset is verified offline too', async () => {
    const { client } = await createTestApp().newTenant()
    for (const body of [{}, { sourceAdapter: 'bank' }, { sourceAdapter: 'bank', targetAdapter: 'ledger' }]) {
      const files = await filesOf(client, (await makeRun(client, body)).links.evidence)
      expect(await verifyOffline(files)).toMatchObject({ verified: true, firstFailure: null })
    }
  })

  it('breaks off when the database fails on the way, so that no part of it passes for a whole', async () => {
    const { secret, run } = await sealed()
    const database = faultyDatabase(env.DB, [{ matches: /"text".* from "dataset_chunks"/, when: 'before' }])
    const client = createTestApp({ env: { DB: database } }).clientWith({ 'X-API-Key': secret })
    const response = await client.get(run.links.evidence, zip)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})
