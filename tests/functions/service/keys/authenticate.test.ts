import { describe, expect, it } from 'vitest'
import { formatToken, parseToken } from '../../../../functions/service/keys/token.ts'
import { brokenDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp, type TestApp } from '../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'

const path = '/api/v1/keys'
const key = (app: TestApp, secret: string) => app.clientWith({ 'X-API-Key': secret })

/** The same key with another secret part and a right checksum. */
function withOtherSecret(secret: string): string {
  const token = parseToken(secret)
  if (token === undefined) throw new Error('Not a key')
  return formatToken({ ...token, secret: 'A'.repeat(32) })
}

describe('a request to a keyed route', () => {
  it('is refused without a key', async () => {
    const app = createTestApp()
    expect(await problemOf(app.client.get(path))).toMatchObject({ status: 401, code: 'api_key_missing' })
    expect(app.recorder.calls).toEqual([])
  })

  it('is refused without any read when the checksum is wrong', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    expect(await problemOf(key(app, mistyped).get(path))).toMatchObject({ code: 'api_key_invalid' })
    expect(app.recorder.calls).toEqual([])
  })

  it('is refused without any read when the key is of the other environment', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const token = parseToken(secret)
    if (token === undefined) throw new Error('Not a key')
    const live = formatToken({ ...token, environment: 'live' })
    expect(await problemOf(key(app, live).get(path))).toMatchObject({ code: 'api_key_invalid' })
    expect(app.recorder.calls).toEqual([])
  })

  it('is answered alike for an unknown id and a wrong secret', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const unknown = formatToken({ environment: 'test', keyId: 'B'.repeat(12), secret: 'A'.repeat(32) })
    const answers = await Promise.all(
      [unknown, withOtherSecret(secret)].map(async (text) => {
        const response = await key(app, text).get(path)
        const { requestId: _, ...rest } = await problemOf(Promise.resolve(response))
        const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
        return { rest, headers }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.rest).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  it('costs one query the first time and none within ten seconds', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { client, recorder } = { ...(await app.newTenant({ scopes: ['runs:read'] })), recorder: app.recorder }
    await client.get(path)
    expect(recorder.roundTrips).toBe(0)
    clock.advance(10_000)
    await client.get(path)
    expect(recorder.roundTrips).toBe(1)
    await client.get(path)
    expect(recorder.roundTrips).toBe(1)
  })

  it('keeps unknown keys in mind as well', async () => {
    const app = createTestApp()
    const unknown = formatToken({ environment: 'test', keyId: 'C'.repeat(12), secret: 'A'.repeat(32) })
    await key(app, unknown).get(path)
    await key(app, unknown).get(path)
    expect(app.recorder.roundTrips).toBe(1)
  })

  it('is told that its key has expired only with the right secret', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant()
    const expiresAt = new Date(clock.now() + 60_000).toISOString()
    const made = await (await client.post(path, { name: 'Short', scopes: ['keys:admin'], expiresAt })).json<{
      secret: string
    }>()
    expect((await key(app, made.secret).get(path)).status).toBe(200)
    clock.advance(60_000)
    expect(await problemOf(key(app, made.secret).get(path))).toMatchObject({ status: 401, code: 'api_key_expired' })
    expect(await problemOf(key(app, withOtherSecret(made.secret)).get(path))).toMatchObject({ code: 'api_key_invalid' })
  })

  it('is told that its key was revoked only with the right secret', async () => {
    const app = createTestApp()
    const { client, keyId, secret } = await app.newTenant()
    expect((await client.delete(`${path}/${keyId}`)).status).toBe(204)
    expect(await problemOf(client.get(path))).toMatchObject({ status: 401, code: 'api_key_revoked' })
    expect(await problemOf(key(app, withOtherSecret(secret)).get(path))).toMatchObject({ code: 'api_key_invalid' })
  })

  it('is refused everywhere within fifteen seconds of a revocation elsewhere', async () => {
    const clock = settableClock()
    const here = createTestApp({ now: clock.now })
    const elsewhere = createTestApp({ now: clock.now })
    const { client, keyId, secret } = await here.newTenant()
    expect((await key(elsewhere, secret).get(path)).status).toBe(200)
    await client.delete(`${path}/${keyId}`)
    clock.advance(15_000)
    expect(await problemOf(key(elsewhere, secret).get(path))).toMatchObject({ code: 'api_key_revoked' })
  })

  it('has its time of use noted at most once an hour, after the answer', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { client, recorder } = { ...(await app.newTenant()), recorder: app.recorder }
    const updates = () => recorder.sql.filter((sql) => /^update/i.test(sql)).length
    await client.get(path)
    expect(updates()).toBe(0)
    clock.advance(3_600_001)
    await client.get(path)
    await client.get(path)
    expect(updates()).toBe(1)
    const page = await (await client.get(path)).json<{ data: { lastUsedAt: string }[] }>()
    expect(page.data[0]?.lastUsedAt).toBe(new Date(clock.now()).toISOString())
  })

  it('is refused before any read after too many failures from its address, but not when its key is known', async () => {
    const app = createTestApp({ now: settableClock().now })
    const { client, secret } = await app.newTenant()
    const unknown = () => formatToken({ environment: 'test', keyId: randomId(), secret: 'A'.repeat(32) })
    for (let attempt = 0; attempt < 120; attempt++) await key(app, unknown()).get(path)
    app.recorder.reset()
    const response = await key(app, unknown()).get(path)
    expect(await problemOf(Promise.resolve(response))).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(app.recorder.calls).toEqual([])
    expect((await client.get(path)).status).toBe(200)
    expect((await problemOf(key(app, withOtherSecret(secret)).get(path))).code).toBe('rate_limited')
    const other = app.clientWith({ 'X-API-Key': unknown(), 'CF-Connecting-IP': '203.0.113.9' })
    expect(await problemOf(other.get(path))).toMatchObject({ code: 'api_key_invalid' })
  })

  it('is looked up however often text that is no key came from its address', async () => {
    const app = createTestApp({ now: settableClock().now })
    for (let attempt = 0; attempt < 120; attempt++) await key(app, 'no key').get(path)
    expect((await problemOf(key(app, 'no key').get(path))).code).toBe('rate_limited')
    const { client } = await app.newTenant()
    expect((await client.get(path)).status).toBe(200)
  })

  it('is a storage fault, not a wrong key, while the database is away', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const away = createTestApp({ env: { DB: brokenDatabase('D1_ERROR: Network connection lost.') } })
    expect(await problemOf(key(away, secret).get(path))).toMatchObject({ status: 503, code: 'storage_unavailable' })
    const overloaded = createTestApp({
      env: { DB: brokenDatabase('D1_ERROR: D1 DB is overloaded. Too many requests queued.') },
    })
    expect(await problemOf(key(overloaded, secret).get(path))).toMatchObject({
      status: 503,
      code: 'temporarily_overloaded',
    })
  })
})

let counter = 0
const randomId = () => String(counter++).padStart(12, 'Z')
