import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { KeyRecord, NewKeyRecord } from '../../../../schema/key.ts'
import { givenByAdministrators, scopes } from '../../../../schema/key.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'

const path = '/api/v1/keys'
type Page = { data: KeyRecord[]; nextCursor: string | null }

describe('POST /keys', () => {
  it('makes a key that works, with its scopes and no others', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const made = await (await client.post(path, { name: 'Reader', scopes: ['runs:read'] })).json<NewKeyRecord>()
    expect(made).toMatchObject({
      name: 'Reader',
      scopes: ['runs:read'],
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    })
    const answer = app.clientWith({ 'X-API-Key': made.secret }).get(path)
    expect((await problemOf(answer)).code).toBe('scope_insufficient')
  })

  it('shows the secret, and nothing else that begins like one', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const { secret, ...rest } = await (
      await client.post(path, { name: 'Second', scopes: ['runs:read'] })
    ).json<NewKeyRecord>()
    expect(secret).toMatch(/^tsk_test_/)
    expect(JSON.stringify(rest)).not.toContain('tsk_')
    expect(secret).toContain(rest.prefix)
    expect(await (await client.get(path)).text()).not.toContain('tsk_')
  })

  it('gives out scopes that the calling key has, and no others', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant({ scopes: ['keys:admin', 'runs:read'] })
    expect((await client.post(path, { name: 'Reader', scopes: ['runs:read'] })).status).toBe(201)
    expect(await problemOf(client.post(path, { name: 'Eraser', scopes: ['runs:read', 'runs:delete'] }))).toMatchObject({
      status: 403,
      code: 'scope_insufficient',
      detail: 'The key lacks the scope runs:delete.',
    })
  })

  it('does not give out the secret of a key with more scopes by rotating that one', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const own = { name: 'Own', scopes: ['keys:admin'] }
    const { secret } = await (await client.post(path, own)).json<NewKeyRecord>()
    const strong = await (await client.post(path, { name: 'Eraser', scopes: ['runs:delete'] })).json<NewKeyRecord>()
    const weak = app.clientWith({ 'X-API-Key': secret })
    expect((await problemOf(weak.post(`${path}/${strong.id}/rotate`))).code).toBe('scope_insufficient')
    expect((await client.post(`${path}/${strong.id}/rotate`)).status).toBe(201)
  })

  it('keeps nothing of the secret in the database', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const { secret } = await (await client.post(path, { name: 'Second', scopes: ['runs:read'] })).json<NewKeyRecord>()
    const { results } = await env.DB.prepare('SELECT * FROM api_keys').all()
    expect(JSON.stringify(results)).not.toContain(secret.split('_')[3])
  })

  it.each([
    [{ name: '', scopes: ['runs:read'] }, '/name'],
    [{ name: 'x'.repeat(201), scopes: ['runs:read'] }, '/name'],
    [{ name: 'a', scopes: [] }, '/scopes'],
    [{ name: 'a', scopes: ['runs:read', 'runs:read'] }, '/scopes'],
    [{ name: 'a', scopes: ['everything'] }, '/scopes/0'],
    [{ name: 'a', scopes: ['runs:read'], expiresAt: '2026-11-20' }, '/expiresAt'],
    [{ name: 'a', scopes: ['runs:read'], expiresAt: '2001-01-01T00:00:00.000Z' }, '/expiresAt'],
    [{ name: 'a', scopes: ['runs:read'], tenantId: 'ten_x' }, '/tenantId'],
  ])('refuses %j', async (body, pointer) => {
    const { client } = await createTestApp().newTenant()
    const problem = await problemOf(client.post(path, body))
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  })

  it('refuses an Idempotency-Key, since a kept answer would hold the secret', async () => {
    const { client } = await createTestApp().newTenant()
    const answer = client.post(path, { name: 'a', scopes: ['runs:read'] }, { 'Idempotency-Key': 'one' })
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_header' })
  })
})

describe('GET /keys', () => {
  it('pages through all keys, newest first, each once', async () => {
    const clock = settableClock()
    const { client, keyId } = await createTestApp({ now: clock.now }).newTenant()
    for (let index = 0; index < 6; index++) {
      clock.advance((index + 1) % 2)
      await client.post(path, { name: `Key ${index}`, scopes: ['runs:read'] })
    }
    const seen: KeyRecord[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await (await client.get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`)).json()
      expect(page.data.length).toBeLessThanOrEqual(2)
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
    expect(seen.at(-1)?.id).toBe(keyId)
    const times = seen.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  it('says that there is no more when a page is just full', async () => {
    const { client } = await createTestApp().newTenant()
    expect((await (await client.get(`${path}?limit=1`)).json<Page>()).nextCursor).toBeNull()
  })

  it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limt=5', 'x'])(
    'refuses ?%s',
    async (query) => {
      const { client } = await createTestApp().newTenant()
      expect(await problemOf(client.get(`${path}?${query}`))).toMatchObject({ status: 400, code: 'invalid_query' })
    },
  )

  it.each([
    ['limt=5', 'limit'],
    ['per_page=5', 'limit'],
    ['starting_after=x', 'cursor'],
  ])('says of ?%s that %s was probably meant', async (query, meant) => {
    const { client } = await createTestApp().newTenant()
    const detail = `There is no such parameter here; did you mean ${meant}?`
    expect(await problemOf(client.get(`${path}?${query}`))).toMatchObject({ errors: [{ detail }] })
  })

  it('refuses a cursor of another tenant', async () => {
    const app = createTestApp()
    const [one, other] = [await app.newTenant(), await app.newTenant()]
    await one.client.post(path, { name: 'a', scopes: ['runs:read'] })
    const { nextCursor } = await (await one.client.get(`${path}?limit=1`)).json<Page>()
    expect((await one.client.get(`${path}?cursor=${nextCursor}`)).status).toBe(200)
    const answer = other.client.get(`${path}?cursor=${nextCursor}`)
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})

describe('POST /keys/{id}/rotate', () => {
  it('makes a key like the old one and lets both work for a day', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { client, keyId, secret } = await app.newTenant()
    const rotated = await (await client.post(`${path}/${keyId}/rotate`)).json<
      NewKeyRecord & { previousExpiresAt: string }
    >()
    const usual = scopes.filter((scope) => !givenByAdministrators.includes(scope))
    expect(rotated).toMatchObject({ name: 'Test key', scopes: usual })
    expect(rotated.previousExpiresAt).toBe(new Date(clock.now() + 86_400_000).toISOString())
    const [before, after] = [secret, rotated.secret].map((text) => app.clientWith({ 'X-API-Key': text }))
    clock.advance(86_399_999)
    expect((await before?.get(path))?.status).toBe(200)
    clock.advance(1)
    expect((await before?.get(path))?.status).toBe(401)
    expect((await after?.get(path))?.status).toBe(200)
  })

  it('takes another overlap', async () => {
    const { client, keyId } = await createTestApp().newTenant()
    expect((await client.post(`${path}/${keyId}/rotate`, { overlapSeconds: 0 })).status).toBe(201)
    expect((await problemOf(client.get(path))).code).toBe('api_key_expired')
  })

  it('never makes the old key last longer', async () => {
    const clock = settableClock()
    const { client } = await createTestApp({ now: clock.now }).newTenant()
    const expiresAt = new Date(clock.now() + 1000).toISOString()
    const short = await (await client.post(path, { name: 'a', scopes: ['runs:read'], expiresAt })).json<NewKeyRecord>()
    const rotated = await (await client.post(`${path}/${short.id}/rotate`)).json<{ previousExpiresAt: string }>()
    expect(rotated.previousExpiresAt).toBe(expiresAt)
  })

  it('may be asked again by who lost the answer: the new key lasts as long as the first was made to', async () => {
    const { client, keyId } = await createTestApp().newTenant()
    const first = await (await client.post(`${path}/${keyId}/rotate`)).json<NewKeyRecord>()
    const again = await (await client.post(`${path}/${keyId}/rotate`)).json<NewKeyRecord>()
    expect([first.expiresAt, again.expiresAt]).toEqual([null, null])
  })

  it('does not find a key that is revoked or unknown', async () => {
    const { client } = await createTestApp().newTenant()
    const other = await (await client.post(path, { name: 'a', scopes: ['runs:read'] })).json<NewKeyRecord>()
    await client.delete(`${path}/${other.id}`)
    for (const id of [other.id, 'unknown00000', '%00', 'run_x'])
      expect((await problemOf(client.post(`${path}/${id}/rotate`))).code).toBe('key_not_found')
  })
})

describe('DELETE /keys/{id}', () => {
  it('revokes for good, and says so again when asked again', async () => {
    const clock = settableClock()
    const { client } = await createTestApp({ now: clock.now }).newTenant()
    const other = await (await client.post(path, { name: 'a', scopes: ['runs:read'] })).json<NewKeyRecord>()
    const revokedAt = new Date(clock.now()).toISOString()
    expect((await client.delete(`${path}/${other.id}`)).status).toBe(204)
    clock.advance(5000)
    expect((await client.delete(`${path}/${other.id}`)).status).toBe(204)
    const { data } = await (await client.get(path)).json<Page>()
    expect(data.find(({ id }) => id === other.id)?.revokedAt).toBe(revokedAt)
  })
})

describe('a key with more scopes than the calling one', () => {
  const strongAndWeak = async () => {
    const app = createTestApp()
    const tenant = await app.newTenant()
    const { secret } = await (
      await tenant.client.post(path, { name: 'Own', scopes: ['keys:admin', 'runs:read'] })
    ).json<NewKeyRecord>()
    return { app, tenant, weak: app.clientWith({ 'X-API-Key': secret }) }
  }

  it('is not revoked, and works on', async () => {
    const { tenant, weak } = await strongAndWeak()
    expect(await problemOf(weak.delete(`${path}/${tenant.keyId}`))).toMatchObject({
      status: 403,
      code: 'scope_insufficient',
    })
    expect((await tenant.client.get(path)).status).toBe(200)
  })

  it('is revoked by the operator', async () => {
    const { app, tenant } = await strongAndWeak()
    const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
    const keys = `/api/v1/admin/tenants/${tenant.tenantId}/keys`
    expect((await admin.delete(`${keys}/${tenant.keyId}`)).status).toBe(204)
    expect((await problemOf(tenant.client.get(path))).code).toBe('api_key_revoked')
    expect((await problemOf(admin.delete(`${keys}/unknown`))).code).toBe('key_not_found')
  })
})

describe('a key with the same scopes or fewer', () => {
  it('is revoked', async () => {
    const { client } = await createTestApp().newTenant({ scopes: ['keys:admin', 'runs:read'] })
    const other = await (await client.post(path, { name: 'a', scopes: ['runs:read'] })).json<NewKeyRecord>()
    expect((await client.delete(`${path}/${other.id}`)).status).toBe(204)
  })
})

describe('keys of another tenant', () => {
  it('are not listed', async () => {
    const app = createTestApp()
    const [one, other] = [await app.newTenant(), await app.newTenant()]
    const { data } = await (await one.client.get(path)).json<Page>()
    expect(data.map(({ id }) => id)).toEqual([one.keyId])
    expect(data.map(({ id }) => id)).not.toContain(other.keyId)
  })

  it('are answered like unknown ones, and stay as they are', async () => {
    const app = createTestApp()
    const [one, other] = [await app.newTenant(), await app.newTenant()]
    for (const send of [
      (id: string) => one.client.delete(`${path}/${id}`),
      (id: string) => one.client.post(`${path}/${id}/rotate`),
    ]) {
      const [foreign, unknown] = await Promise.all([other.keyId, 'u'.repeat(12)].map((id) => problemOf(send(id))))
      expect(foreign).toEqual({ ...unknown, instance: foreign?.instance, requestId: foreign?.requestId })
      expect(foreign?.code).toBe('key_not_found')
    }
    expect((await other.client.get(path)).status).toBe(200)
  })
})
