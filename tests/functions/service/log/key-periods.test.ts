import { env } from 'cloudflare:workers'
import { fromUtf8, utf8 } from '@tallystick/engine/base'
import { signKeyPeriod } from '@tallystick/engine/log'
import { formatKeyPeriods } from '@tallystick/engine/verify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseKeyPeriods } from '../../../../engine/verify/pack/pack-files.ts'
import type { Env } from '../../../../functions/service/env.ts'
import { type Ed25519Key, importEd25519 } from '../../../../functions/service/platform/ed25519-key.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { readOf } from '../../../engine/support/read-of.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { newSigningKey } from '../../../support/worker/notes.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, emptyRun, makeRun } from '../../../support/worker/runs.ts'

/** Since when and until when the service's keys sign, as it writes that down and hands it out in packs. */

const hour = 3_600_000
const prefix = 'once/key-periods/'

/** Each test begins as a service that has signed nothing, and leaves one behind. */
const forget = async () => {
  const { objects } = await env.BUCKET.list({ prefix })
  if (objects.length > 0) await env.BUCKET.delete(objects.map(({ key }) => key))
}
beforeEach(forget)
afterEach(forget)

type Secrets = Partial<Pick<Env, 'SIGNING_KEY' | 'SIGNING_KEY_PREVIOUS' | 'BUCKET'>>

/** Deployments of one service with other secrets, each an isolate of its own, and a tenant of it. */
async function service() {
  const clock = settableClock()
  const [a, b] = [await newSigningKey(), await newSigningKey()]
  const deploy = (secrets: Secrets) => createTestApp({ now: clock.now, env: { SIGNING_KEY_PREVIOUS: '', ...secrets } })
  const first = deploy({ SIGNING_KEY: a.secret })
  const { secret } = await first.newTenant()
  const clientOf = (secrets: Secrets) => deploy(secrets).clientWith({ 'X-API-Key': secret })
  return { clock, a, b, clientOf, client: first.clientWith({ 'X-API-Key': secret }) }
}

async function packOf(client: Client, run: RunRecord) {
  const response = await client.get(`${run.links.evidence}?format=zip`)
  const files = await readZip(new Uint8Array(await response.arrayBuffer()))
  const bytes = files.find(({ name }) => name === 'key-periods.txt')?.bytes ?? new Uint8Array()
  const notes = readOf(parseKeyPeriods(fromUtf8(bytes)))
  return { files, notes, said: notes.map(saidBy), headers: response.headers }
}

/** What a note says, without its name and signatures. */
const saidBy = (note: string): readonly string[] => note.split('\n').slice(2, 4)
/** A day long before every run. */
const day = (ofMonth: number): string => `2020-01-0${ofMonth}T00:00:00.000Z`
const timeAt = (milliseconds: number): string => new Date(milliseconds).toISOString()

const failuresOf = ({ checks }: Awaited<ReturnType<typeof readChain>>) =>
  checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail}`)

describe('the periods of signing keys in a pack', () => {
  it('begin with the first run that a key signs', async () => {
    const { client, a, clock } = await service()
    const run = await makeRun(client, emptyRun)
    await makeRun(client, emptyRun)
    const { said, files } = await packOf(client, run)
    expect(said).toEqual([[`key ${a.publicKey} from ${timeAt(clock.now() - hour / 12)}`, 'before none']])
    expect(failuresOf(await verifyOffline(files))).toEqual([])
  })

  it('say until when a key signed, once there is the next, also in the pack of an earlier run', async () => {
    const { client, clientOf, a, b, clock } = await service()
    const run = await makeRun(client, emptyRun)
    const before = await packOf(client, run)
    clock.advance(48 * hour)
    const both = clientOf({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })
    const next = await makeRun(both, emptyRun)
    const after = await packOf(both, run)
    expect(after.said).toEqual([
      ...before.said,
      [
        `key ${b.publicKey} from ${timeAt(clock.now() - hour / 12)}`,
        `before ${a.publicKey} until ${timeAt(clock.now() + 24 * hour)}`,
      ],
    ])
    expect(after.notes[1]?.split('\n— ')).toHaveLength(3)
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
    expect(after.headers.get('Cache-Control')).toBe('private, no-cache')
    for (const each of [run, next]) {
      expect(failuresOf(await verifyOffline((await packOf(both, each)).files))).toEqual([])
      expect(failuresOf(await readChain(both, each.id))).toEqual([])
    }
  })

  it('do not hold for a run that was completed outside of them', async () => {
    const { client, a, b } = await service()
    const { files } = await packOf(client, await makeRun(client, emptyRun))
    const [one, other] = await Promise.all(
      [a, b].map(({ secret }) => importEd25519(Uint8Array.from(atob(secret), (char) => char.charCodeAt(0)))),
    )
    if (one === undefined || other === undefined) throw new Error('A test has two keys')
    const period = (key: Ed25519Key, from: string, signer?: Ed25519Key) =>
      signKeyPeriod(sha256, { logOrigin: 'a', from, before: signer ? { signer, until: day(2) } : null }, key)
    const ended = await Promise.all([period(one, day(1)), period(other, day(2), one)])
    const begun = [await period(one, '9999-01-01T00:00:00.000Z')]
    for (const notes of [ended, begun, [await period(other, day(1))], []]) {
      const bytes = utf8(formatKeyPeriods(notes))
      const forged = files.map((file) => (file.name === 'key-periods.txt' ? { ...file, bytes } : file))
      expect(failuresOf(await verifyOffline(forged))).toEqual([
        'checkpointSignature: The receipt was completed when no key that signed it was in use.',
      ])
    }
  })
})

describe('the service', () => {
  it('lets a deployment go on for a day beside the next one, which has another key', async () => {
    const { client, clientOf, a, b, clock } = await service()
    await makeRun(client, emptyRun)
    const next = clientOf({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })
    await makeRun(next, emptyRun)
    clock.advance(23 * hour)
    const { said, files } = await packOf(client, await makeRun(client, emptyRun))
    expect(said).toHaveLength(2)
    expect(failuresOf(await verifyOffline(files))).toEqual([])
  })

  it('begins another period for a key that signs behind the end of its own, when a deployment is taken back', async () => {
    const { client, clientOf, a, b, clock } = await service()
    await makeRun(client, emptyRun)
    await makeRun(clientOf({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret }))
    clock.advance(25 * hour)
    const run = await makeRun(client, emptyRun)
    const { said, files } = await packOf(client, run)
    expect(said.at(-1)).toEqual([`key ${a.publicKey} from ${timeAt(clock.now() - hour / 12)}`, 'before none'])
    expect(failuresOf(await verifyOffline(files))).toEqual([])
  })

  it('begins a period once, however many isolates begin to sign at once', async () => {
    const { client, clientOf, a } = await service()
    const clients = [client, ...Array.from({ length: 3 }, () => clientOf({ SIGNING_KEY: a.secret }))]
    const runs = await Promise.all(clients.map((each) => makeRun(each, emptyRun)))
    const [run] = runs
    if (run === undefined) throw new Error('A test has a run')
    expect((await packOf(client, run)).said).toHaveLength(1)
  })

  it('signs nothing while the period of its key cannot be stored', async () => {
    const { client, clientOf, a } = await service()
    const BUCKET = faultyBucket(env.BUCKET, [{ method: 'put', matches: /^once\/key-periods\//, when: 'before' }])
    const failing = clientOf({ SIGNING_KEY: a.secret, BUCKET })
    expect((await problemOf(failing.post('/api/v1/runs', demoRun))).code).toBe('storage_unavailable')
    expect((await (await client.get('/api/v1/runs')).json<{ data: unknown[] }>()).data).toMatchObject([
      { status: 'running' },
    ])
    expect((await packOf(failing, await makeRun(failing, emptyRun))).said).toHaveLength(1)
  })

  it('goes on from the newest list that holds, whatever somebody has put beside it', async () => {
    const { client, clientOf, a, b } = await service()
    await makeRun(client, emptyRun)
    await env.BUCKET.put(`${prefix}0000000000000002`, JSON.stringify(['a\n\n— a AAAA\n', 'b']))
    await env.BUCKET.put(`${prefix}0000000000000003`, 'no JSON')
    await env.BUCKET.put(`${prefix}9999999999999999`, '[]')
    const next = clientOf({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })
    const { said, files } = await packOf(next, await makeRun(next, emptyRun))
    expect(said.map(([key]) => key?.slice(4, 48))).toEqual([a.publicKey, b.publicKey])
    expect(failuresOf(await verifyOffline(files))).toEqual([])
  })
})
