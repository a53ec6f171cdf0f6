import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { PublicKeyRecord } from '../../../../schema/signing-key.ts'
import { brokenDatabase } from '../../../support/worker/broken-bindings.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { isSignedBy, readNote } from '../../../support/worker/notes.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'
import { deployments, keepStoredKeys } from '../../../support/worker/signing-keys.ts'

const path = '/.well-known/tallystick-keys'
const minute = 60_000

const keysOf = async (client: Client): Promise<readonly PublicKeyRecord[]> =>
  (await (await client.get(path)).json<{ keys: PublicKeyRecord[] }>()).keys

keepStoredKeys()

describe('GET /.well-known/tallystick-keys', () => {
  it('lists the raw public key, without a period until it has signed', async () => {
    const { first, a } = await deployments()
    expect(await keysOf(first.client)).toEqual([
      { algorithm: 'Ed25519', publicKey: a.publicKey, validFrom: null, validTo: null },
    ])
    expect(atob(a.publicKey)).toHaveLength(32)
  })

  it('says since when a key signs: from its first checkpoint on', async () => {
    const { first, a, clientOf, clock, now } = await deployments()
    const since = now()
    await makeRun(clientOf(first))
    clock.advance(minute)
    await makeRun(clientOf(first))
    expect(await keysOf(first.client)).toEqual([
      { algorithm: 'Ed25519', publicKey: a.publicKey, validFrom: since, validTo: null },
    ])
  })

  it('needs no key, and is limited by address', async () => {
    const { first } = await deployments()
    const { headers } = await first.client.get(path)
    expect(headers.get('RateLimit-Policy')).toBe('"address";q=120;w=60')
    for (let call = 1; call < 120; call++) await first.client.get(path)
    expect((await problemOf(first.client.get(path))).code).toBe('rate_limited')
  })

  it('asks the database once in ten seconds, however often it is asked for', async () => {
    const { first } = await deployments()
    first.recorder.reset()
    for (let call = 0; call < 5; call++) await first.client.get(path)
    expect(first.recorder.roundTrips).toBe(1)
  })

  it('is a 503 rather than part of the list when the database does not answer', async () => {
    const { client } = createTestApp({ env: { DB: brokenDatabase('D1_ERROR: Network connection lost.') } })
    expect((await problemOf(client.get(path))).code).toBe('storage_unavailable')
  })

  it('shows no tenant’s origin and no private key, nor do runs and the description of the service', async () => {
    const { first, a, b, clientOf, deploy } = await deployments()
    const run = await makeRun(clientOf(first))
    const both = deploy({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })
    const later = await makeRun(clientOf(both))
    const client = clientOf(both)
    const answers = [path, '/api/v1/meta', '/api/v1/ready', '/api/v1/openapi.json', '/api/v1/runs', later.links.self]
    const texts = await Promise.all(answers.map(async (each) => (await client.get(each)).text()))
    const seeds = [a, b].map(({ secret }) => secret.slice(-20))
    for (const text of [...texts, ...both.logLines]) for (const material of seeds) expect(text).not.toContain(material)
    for (const text of texts.slice(0, 4)) expect(text).not.toContain(readNote(run.checkpoint).origin)
  })
})

describe('the rotation of the signing key', () => {
  it('lets new checkpoints carry both signatures while the key before is configured', async () => {
    const { first, a, b, deploy, clientOf } = await deployments()
    const old = readNote((await makeRun(clientOf(first))).checkpoint)
    const both = deploy({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })
    const note = readNote((await makeRun(clientOf(both))).checkpoint)
    expect([old.signatures.length, note.signatures.length]).toEqual([1, 2])
    expect([await isSignedBy(old, a.publicKey), await isSignedBy(old, b.publicKey)]).toEqual([true, false])
    expect([await isSignedBy(note, a.publicKey), await isSignedBy(note, b.publicKey)]).toEqual([true, true])
    const keys = await keysOf(both.client)
    expect(keys.map(({ publicKey, validTo }) => [publicKey, validTo])).toEqual([
      [b.publicKey, null],
      [a.publicKey, null],
    ])
  })

  it('ends the key before when it is configured no more, and lists it for ever', async () => {
    const { first, a, b, deploy, clientOf, sweep, now, clock } = await deployments()
    const run = await makeRun(clientOf(first))
    const since = now()
    await makeRun(clientOf(deploy({ SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret })))
    const after = deploy({ SIGNING_KEY: b.secret })
    expect(readNote((await makeRun(clientOf(after))).checkpoint).signatures).toHaveLength(1)
    expect((await keysOf(after.client)).map(({ validTo }) => validTo)).toEqual([null, null])
    await sweep(after)
    const until = now()
    clock.advance(1_000 * 24 * 60 * minute)
    await sweep(after)
    // The sweep also puts the log into the index, whose own key is listed beside these.
    const keys = (await keysOf(after.client)).filter(({ publicKey }) =>
      [a, b].some((key) => key.publicKey === publicKey),
    )
    expect(keys).toEqual([
      { algorithm: 'Ed25519', publicKey: b.publicKey, validFrom: since, validTo: null },
      { algorithm: 'Ed25519', publicKey: a.publicKey, validFrom: since, validTo: until },
    ])
    const shown = await (await clientOf(after).get(run.links.self)).json<typeof run>()
    expect(await isSignedBy(readNote(shown.checkpoint), keys[1]?.publicKey ?? '')).toBe(true)
  })

  it('converges when two versions with different keys run at once', async () => {
    const { first, a, b, deploy, clientOf, sweep, now } = await deployments()
    const next = deploy({ SIGNING_KEY: b.secret })
    for (const version of [first, next, first]) {
      await makeRun(clientOf(version))
      await sweep(version)
    }
    await makeRun(clientOf(next))
    await sweep(next)
    expect((await keysOf(next.client)).map(({ publicKey, validTo }) => [publicKey, validTo])).toEqual([
      [b.publicKey, null],
      [a.publicKey, now()],
    ])
  })

  it('takes back the end of a key that signs again, with its first checkpoint or the next sweep', async () => {
    const { first, a, b, deploy, clientOf, sweep } = await deployments()
    const endOf = async () =>
      env.DB.prepare('SELECT valid_to FROM signing_keys WHERE public_key = ?').bind(a.publicKey).first('valid_to')
    await makeRun(clientOf(first))
    const other = deploy({ SIGNING_KEY: b.secret })
    await sweep(other)
    expect(await endOf()).not.toBeNull()
    await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret })))
    expect(await endOf()).toBeNull()
    await sweep(other)
    await sweep(first)
    expect(await endOf()).toBeNull()
  })

  it('ends no key while the configured one is missing', async () => {
    const { first, deploy, clientOf, sweep } = await deployments()
    await makeRun(clientOf(first))
    const without = deploy({ SIGNING_KEY: undefined })
    await sweep(without)
    expect((await keysOf(without.client)).map(({ validTo }) => validTo)).toEqual([null])
  })

  it('leaves no trace of a key whose seal was not stored', async () => {
    const { first } = await deployments()
    const { secret } = await first.newTenant()
    const lost = createTestApp({
      env: { DB: faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'before' }]) },
    })
    const response = await lost.clientWith({ 'X-API-Key': secret }).post('/api/v1/runs', demoRun)
    expect(response.status).toBe(503)
    expect((await env.DB.prepare('SELECT 1 FROM signing_keys').all()).results).toEqual([])
  })
})
