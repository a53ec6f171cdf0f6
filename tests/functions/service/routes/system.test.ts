import { env } from 'cloudflare:workers'
import { engineVersion as ownVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import type { MetaRecord, Readiness } from '../../../../schema/meta.ts'
import { brokenBucket, brokenDatabase, brokenNamespace } from '../../../support/worker/broken-bindings.ts'
import { createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'

describe('GET /health', () => {
  it('answers without touching a store', async () => {
    const { client, recorder } = createTestApp()
    const response = await client.get('/api/v1/health')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect(recorder.calls).toEqual([])
  })

  it('answers when nothing else works', async () => {
    const { client } = createTestApp({
      env: { DB: brokenDatabase('D1_ERROR'), KV: brokenNamespace(), SIGNING_KEY: '' },
    })
    expect((await client.get('/api/v1/health')).status).toBe(200)
  })
})

describe('GET /ready', () => {
  it('really asks the database, KV and R2', async () => {
    const { client, recorder } = createTestApp()
    const response = await client.get('/api/v1/ready')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      status: 'ok',
      dependencies: { d1: 'ok', kv: 'ok', r2: 'ok', signingKey: 'ok' },
      divergedLogs: expect.any(Number),
      unpublishedLogs: expect.any(Number),
      setAsideLogs: expect.any(Number),
      indexAgeSeconds: expect.toSatisfy((age: unknown) => age === null || typeof age === 'number'),
    })
    expect(recorder.calls.map(({ store }) => store).sort()).toEqual(['d1', 'kv', 'r2'])
  })

  const faults: readonly [string, NonNullable<TestAppOptions['env']>, object][] = [
    ['the database', { DB: brokenDatabase('D1_ERROR: no such table: tenants') }, { d1: 'unavailable' }],
    ['KV', { KV: brokenNamespace() }, { kv: 'unavailable' }],
    ['R2', { BUCKET: brokenBucket() }, { r2: 'unavailable' }],
    ['a bucket', { BUCKET: undefined }, { r2: 'unavailable' }],
    ['a signing key', { SIGNING_KEY: undefined }, { signingKey: 'unavailable' }],
    ['a signing key of the right form', { SIGNING_KEY: btoa('not a key') }, { signingKey: 'unavailable' }],
    ['base64 in the signing key', { SIGNING_KEY: '***' }, { signingKey: 'unavailable' }],
    ['a previous signing key that is one', { SIGNING_KEY_PREVIOUS: btoa('no key') }, { signingKey: 'unavailable' }],
    ['the pepper of the keys', { KEY_PEPPER: undefined }, {}],
    ['a name for the logs', { LOG_ORIGIN: undefined }, {}],
    ['a name for the logs that a note can have', { LOG_ORIGIN: 'my logs' }, {}],
  ]
  it.each(faults)('is a 503 without %s', async (_, replaced, dependencies) => {
    const { client } = createTestApp({ env: replaced })
    const response = await client.get('/api/v1/ready')
    expect(response.status).toBe(503)
    const state = await response.json<Readiness>()
    expect(state.status).toBe('unavailable')
    expect(state.dependencies).toEqual({ d1: 'ok', kv: 'ok', r2: 'ok', signingKey: 'ok', ...dependencies })
  })

  it('names a variable that is missing', async () => {
    const { client } = createTestApp({ env: { LOG_ORIGIN: '' } })
    expect((await (await client.get('/api/v1/ready')).json<Readiness>()).missing).toEqual(['LOG_ORIGIN'])
  })

  it('names what may be left out, but is set to something that cannot be used', async () => {
    const missingWith = async (env: object) =>
      (await (await createTestApp({ env }).client.get('/api/v1/ready')).json<Readiness>()).missing
    const unusable = {
      ADMIN_KEY: 'short',
      CORS_ORIGINS: ['https://a.test'],
      SIGNING_KEYS_RETIRED: 'AAAA',
      METRICS: 'tallystick',
    }
    expect(await missingWith(unusable)).toEqual(Object.keys(unusable))
    expect(await missingWith({ ADMIN_KEY: '', CORS_ORIGINS: undefined, METRICS: undefined })).toBeUndefined()
  })

  it('names a binding that is missing', async () => {
    const { client } = createTestApp({ env: { BUCKET: undefined } })
    expect((await (await client.get('/api/v1/ready')).json<Readiness>()).missing).toEqual(['BUCKET'])
  })

  it('names a signing key that is not set, and not one that cannot be read', async () => {
    const missingIn = async (SIGNING_KEY: string | undefined) => {
      const { client } = createTestApp({ env: { SIGNING_KEY } })
      return (await (await client.get('/api/v1/ready')).json<Readiness>()).missing
    }
    expect([await missingIn(undefined), await missingIn('')]).toEqual([['SIGNING_KEY'], ['SIGNING_KEY']])
    expect(await missingIn('***')).toBeUndefined()
  })

  it('names a secret that is missing, never its value', async () => {
    const { client } = createTestApp({ env: { KEY_PEPPER: 'short' } })
    const text = await (await client.get('/api/v1/ready')).text()
    expect(text).toContain('KEY_PEPPER')
    expect(text).not.toContain('short')
  })
})

describe('GET /meta', () => {
  const meta = async () => (await createTestApp().client.get('/api/v1/meta')).json<MetaRecord>()

  it('states versions, plans and bounds', async () => {
    const { service, apiVersion, engineVersion, rateLimits, idempotency } = await meta()
    expect({ service, apiVersion, engineVersion }).toEqual({
      service: 'tallystick',
      apiVersion: '1.0.0',
      engineVersion: ownVersion,
    })
    expect(rateLimits.plans[0]).toEqual({
      plan: 'free',
      burstPerMinute: 600,
      quotaPerHour: 20_000,
      storageBytes: 100_000_000,
    })
    expect(rateLimits.policies.map(({ name }) => name)).toEqual(['burst', 'quota', 'address', 'authentication'])
    expect(idempotency).toEqual({ retentionSeconds: 86_400 })
  })

  it('states every limit', async () => {
    expect((await meta()).limits).toEqual({
      bodyBytes: 262_144,
      jsonDatasetBytes: 8_388_608,
      exportDatasetBytes: 99_614_720,
      packedDatasetBytes: 8_388_608,
      uploadBytes: 5_000_000_000,
      uploadPartBytesMin: 8_000_000,
      uploadPartBytes: 95_000_000,
      recordBytes: 65_536,
      recordMembers: 1_000,
      uploadRecords: 4_000_000,
      datasetRecords: 10_000_000,
      datasetBytes: 5_368_709_120,
      exportColumns: 1_000,
      exportHeaderCharacters: 32_768,
      nameCharacters: 200,
      urlBytes: 8_192,
      pageItems: 200,
      resultPageItems: 1_000,
      runBodyBytes: 8_388_608,
      runRules: 50,
      runRuleBytes: 262_144,
      runTables: 20,
      runTableEntries: 50_000,
      runRates: 50_000,
      runCalendars: 20,
      calendarHolidays: 4_000,
      runRecords: 20_000_000,
      inlineRunRecords: 50_000,
      inlineRunBytes: 16_777_216,
      periodRecords: 200_000,
      periodBytes: 33_554_432,
      periodItems: 25_000,
      periodEarlierRecords: 1_000_000,
      decisionsBodyBytes: 786_432,
      unfinishedLargeRuns: 8,
      openUploads: 100,
    })
  })

  it('lists the adapters', async () => {
    const kinds = (await meta()).adapters.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['stripe', 'bank', 'ledger', 'csv', 'demo-bank', 'dataset']))
  })

  it('says which columns are read without a mapping, in general and by kind', async () => {
    const { adapters, columns } = await meta()
    expect(columns['amount']).toEqual(expect.arrayContaining(['amount', 'betrag']))
    const stripe = adapters.find(({ kind }) => kind === 'stripe')
    expect(stripe).toMatchObject({
      formats: expect.arrayContaining([
        'bai2',
        'camt',
        'csv',
        'json',
        'mt940',
        'ndjson',
        'ods',
        'ofx',
        'qif',
        'xlsx',
        'zip',
      ]),
      columns: {
        valueDate: ['available on utc', 'available on', 'arrival date utc', 'available_on', 'arrival_date'],
      },
    })
    expect(adapters.find(({ kind }) => kind === 'bank')?.columns).toEqual({})
    const adyen = adapters.find(({ kind }) => kind === 'adyen')
    expect(adyen?.columns['fee']).toEqual(['commission nc', 'markup nc', 'scheme fees nc', 'interchange nc'])
    const bank = adapters.find(({ kind }) => kind === 'openbanking')
    expect(bank?.columns['amount']).toEqual(['Amount.Amount', 'CreditDebitIndicator'])
  })

  it('shows the public key that belongs to the signing key', async () => {
    const [shown] = (await meta()).publicKeys
    const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    const algorithm = { name: 'Ed25519' }
    const privateKey = await crypto.subtle.importKey('pkcs8', bytes(env.SIGNING_KEY ?? ''), algorithm, false, ['sign'])
    const publicKey = await crypto.subtle.importKey('raw', bytes(shown?.publicKey ?? ''), algorithm, false, ['verify'])
    const message = new Uint8Array([1, 2, 3])
    const signature = await crypto.subtle.sign(algorithm, privateKey, message)
    expect(await crypto.subtle.verify(algorithm, publicKey, signature, message)).toBe(true)
  })

  it('holds no secret', async () => {
    const text = JSON.stringify(await meta())
    for (const secret of [env.SIGNING_KEY, env.KEY_PEPPER, env.ADMIN_KEY]) expect(text).not.toContain(secret)
  })

  it('lists the same keys as the well-known list', async () => {
    const { client } = await createTestApp().newTenant()
    await makeRun(client)
    const [described, listed] = [await client.get('/api/v1/meta'), await client.get('/.well-known/tallystick-keys')]
    const { publicKeys } = await described.json<MetaRecord>()
    expect(publicKeys).toEqual((await listed.json<{ keys: unknown }>()).keys)
    expect(publicKeys[0]?.validFrom).not.toBeNull()
  })

  it('reads nothing but the list of keys, and that once in ten seconds however often it is asked for', async () => {
    const clock = settableClock()
    const { client, recorder } = createTestApp({ now: clock.now })
    for (let call = 0; call < 5; call++) await client.get('/api/v1/meta')
    expect(recorder.calls.map(({ statements }) => statements)).toEqual([[expect.stringContaining('"signing_keys"')]])
    clock.advance(10_000)
    await client.get('/api/v1/meta')
    expect(recorder.calls).toHaveLength(2)
  })

  it('answers when the database does not, with the configured key', async () => {
    const { client } = createTestApp({ env: { DB: brokenDatabase('D1_ERROR: Network connection lost.') } })
    const response = await client.get('/api/v1/meta')
    expect(response.status).toBe(200)
    expect((await response.json<MetaRecord>()).publicKeys).toEqual([
      { algorithm: 'Ed25519', publicKey: expect.stringMatching(/^[\w+/]{43}=$/), validFrom: null, validTo: null },
    ])
  })
})
