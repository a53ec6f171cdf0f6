import { env } from 'cloudflare:workers'
import { toHex, utf8 } from '@tallystick/engine/base'
import { createFrontier, leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import type { PublicKeyRecord } from '../../../../schema/signing-key.ts'
import { type Client, createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { isSignedBy, keyIdFor, newSigningKey, readNote } from '../../../support/worker/notes.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, emptyRun, makeRun } from '../../../support/worker/runs.ts'

const path = '/api/v1/runs'

const publicKeysOf = async (client: Client): Promise<readonly PublicKeyRecord[]> => {
  const answer = await client.get('/.well-known/tallystick-keys')
  return (await answer.json<{ keys: PublicKeyRecord[] }>()).keys
}

async function receiptLines(tenantId: string): Promise<readonly string[]> {
  const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ line: string }>()
  return results.map(({ line }) => line)
}

describe('the checkpoint of a run', () => {
  it('is a signed note of the log as the run closed it: origin, size and root', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const frontier = createFrontier(sha256)
    for (let sequence = 0; sequence < 5; sequence++) {
      const run = await makeRun(client, emptyRun)
      const line = (await receiptLines(tenantId))[sequence] ?? ''
      frontier.append(leafHash(sha256, utf8(line)))
      const note = readNote(run.checkpoint)
      expect(note.origin).toBe(`${env.LOG_ORIGIN}/${toHex(sha256(utf8(tenantId)))}`)
      expect([run.sequence, note.size]).toEqual([sequence, sequence + 1])
      expect(note.root).toBe(toHex(frontier.root()))
    }
  })

  it('has one signature, named by the origin and by the id of the key', async () => {
    const { client } = await createTestApp().newTenant()
    const { origin, signatures } = readNote((await makeRun(client, emptyRun)).checkpoint)
    const [key] = await publicKeysOf(client)
    expect(signatures).toMatchObject([{ name: origin, keyId: await keyIdFor(origin, key?.publicKey ?? '') }])
  })

  it('is verified by the listed key, and by no other, and holds for no other text', async () => {
    const { client } = await createTestApp().newTenant()
    const note = readNote((await makeRun(client, emptyRun)).checkpoint)
    const [key] = await publicKeysOf(client)
    const other = await newSigningKey()
    expect(await isSignedBy(note, key?.publicKey ?? '')).toBe(true)
    expect(await isSignedBy(note, other.publicKey)).toBe(false)
    expect(await isSignedBy(note, key?.publicKey ?? '', note.text.replace('\n1\n', '\n2\n'))).toBe(false)
  })

  it('does not go by the host that a request was sent to', async () => {
    const { client } = await createTestApp().newTenant()
    const headers = { 'Content-Type': 'application/json', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const answer = await client.post(`https://evil.example${path}`, JSON.stringify(demoRun), headers)
    const { checkpoint } = await answer.json<RunRecord>()
    expect(readNote(checkpoint).origin).toMatch(/^tallystick\.dev\/[0-9a-f]{64}$/)
  })

  it('is the same, byte for byte, wherever the run is shown, and when its request is repeated', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const headers = { 'Idempotency-Key': 'same bytes' }
    const first = await (await client.post(path, demoRun, headers)).json<RunRecord>()
    const again = await (await client.post(path, demoRun, headers)).json<RunRecord>()
    const shown = await (await client.get(first.links.self)).json<RunRecord>()
    const { data } = await (await client.get(path)).json<{ data: RunRecord[] }>()
    const stored = await env.DB.prepare('SELECT checkpoint FROM receipts WHERE tenant_id = ?')
      .bind(tenantId)
      .first<string>('checkpoint')
    expect(readNote(first.checkpoint).size).toBe(1)
    expect([again.checkpoint, shown.checkpoint, data[0]?.checkpoint, stored]).toEqual(Array(4).fill(first.checkpoint))
  })

  it('costs the list of runs no further query', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    await makeRun(client, emptyRun)
    await makeRun(client, emptyRun)
    app.recorder.reset()
    const { data } = await (await client.get(path)).json<{ data: RunRecord[] }>()
    expect(data.map(({ checkpoint }) => readNote(checkpoint).size)).toEqual([2, 1])
    expect(app.recorder.roundTrips).toBe(1)
  })
})

describe('a run that cannot be signed', () => {
  const faults: readonly [string, NonNullable<TestAppOptions['env']>][] = [
    ['without a signing key', { SIGNING_KEY: undefined }],
    ['with a signing key that is none', { SIGNING_KEY: btoa('not a key') }],
    ['with a previous key that is none', { SIGNING_KEY_PREVIOUS: btoa('not a key') }],
    ['without a name for the log', { LOG_ORIGIN: undefined }],
    ['with a name that no note can have', { LOG_ORIGIN: 'my log+1' }],
  ]

  async function unsignedRun(replaced: NonNullable<TestAppOptions['env']>) {
    const clock = settableClock()
    const broken = createTestApp({ now: clock.now, env: replaced })
    const tenant = await broken.newTenant()
    const headers = { 'Idempotency-Key': 'signed in the end' }
    const response = await tenant.client.post(path, demoRun, headers)
    const mended = createTestApp({ now: clock.now })
    const client = mended.clientWith({ 'X-API-Key': tenant.secret })
    return { ...tenant, broken, mended, client, headers, clock, response }
  }

  it.each(faults)(
    '%s is stored and answered with 503, which says where it is and not that a retry helps',
    async (_, replaced) => {
      const { response, client, tenantId } = await unsignedRun(replaced)
      const location = response.headers.get('Location') ?? ''
      expect(response.headers.get('Retry-After')).toBeNull()
      expect(await problemOf(response)).toMatchObject({ status: 503, code: 'not_configured' })
      const run = await (await client.get(location)).json<RunRecord>()
      expect(run).toMatchObject({ status: 'queued', checkpoint: null, sequence: null, resultRoot: null })
      expect(await receiptLines(tenantId)).toEqual([])
    },
  )

  it.each(faults)('%s is taken up by the scheduled handler when that is mended', async (_, replaced) => {
    const { response, client, clock, broken, mended } = await unsignedRun(replaced)
    const location = response.headers.get('Location') ?? ''
    clock.advance(leaseMilliseconds)
    await runScheduled(broken.env, broken.isolate)
    expect((await (await client.get(location)).json<RunRecord>()).status).toBe('queued')
    await runScheduled(mended.env, mended.isolate)
    const run = await (await client.get(location)).json<RunRecord>()
    expect([run.status, readNote(run.checkpoint).size]).toEqual(['completed', 1])
  })

  it('is what a retry of the request gets, once there is a key', async () => {
    const { response, client, clock, headers } = await unsignedRun({ SIGNING_KEY: undefined })
    expect((await problemOf(client.post(path, demoRun, headers))).code).toBe('idempotency_key_in_use')
    clock.advance(leaseMilliseconds)
    const retried = await client.post(path, demoRun, headers)
    expect([retried.status, retried.headers.get('Location')]).toEqual([201, response.headers.get('Location')])
    expect(readNote((await retried.json<RunRecord>()).checkpoint).size).toBe(1)
  })
})
