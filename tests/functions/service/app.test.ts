import { describe, expect, it } from 'vitest'
import { brokenDatabase, brokenNamespace } from '../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { problemOf } from '../../support/worker/readers.ts'

describe('every answer', () => {
  it('has a request id of its own, which is also in the problem, and never one that was sent', async () => {
    const { client } = createTestApp()
    const sent = 'req_00000000000000000000000000'
    const responses = [
      await client.get('/nowhere', { 'X-Request-Id': sent }),
      await client.get('/nowhere', { 'X-Request-Id': sent }),
    ]
    const ids = responses.map(({ headers }) => headers.get('X-Request-Id'))
    expect(new Set([sent, ...ids]).size).toBe(3)
    for (const [index, response] of responses.entries()) expect((await problemOf(response)).requestId).toBe(ids[index])
  })

  it('has the security headers, problems and preflights included', async () => {
    const { client } = createTestApp()
    for (const response of [
      await client.get('/api/v1/health'),
      await client.get('/nowhere'),
      await client.send('/api/v1/keys', { method: 'OPTIONS' }),
    ])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.stringMatching(/^max-age=[1-9]/),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
  })
})

describe('a path that is not there', () => {
  it.each(['/', '/api/v1', '/api/v1/nowhere', '/api/v1/health/', '/api/v1/keys/a/b/c', '/api/v2/health'])(
    'is a 404 without a key: %s',
    async (path) => {
      const { client } = createTestApp()
      expect(await problemOf(client.get(path))).toMatchObject({ status: 404, code: 'route_not_found', instance: path })
    },
  )

  it('is a 404 for OPTIONS too', async () => {
    const { client } = createTestApp()
    expect((await client.send('/api/v1/nowhere', { method: 'OPTIONS' })).status).toBe(404)
  })
})

describe('a problem', () => {
  it('names the path as it was sent, which is a URI', async () => {
    const { client } = createTestApp()
    for (const path of ['/api/v1/a%00b', '/api/v1/%C3%BC', '/api/v1/%72uns/x/y/z'])
      expect((await problemOf(client.get(path))).instance).toBe(path)
  })

  it('tells all that is wrong with a query at once', async () => {
    const { client } = await createTestApp().newTenant()
    const { code, errors } = await problemOf(client.get('/api/v1/runs?status=x&limit=0&page=2&__proto__=1'))
    expect(code).toBe('invalid_query')
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual(['/__proto__', '/limit', '/page', '/status'])
  })

  it('points at the whole body when that is no JSON', async () => {
    const { client } = await createTestApp().newTenant()
    const answer = client.post('/api/v1/runs', '{"name":}', { 'Content-Type': 'application/json' })
    expect((await problemOf(answer)).errors).toEqual([
      expect.objectContaining({ pointer: '', line: 1, column: 9, code: expect.any(String) }),
    ])
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['/api/v1/health', 'POST', 'GET, HEAD, OPTIONS'],
    ['/api/v1/keys', 'PUT', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/keys/abc', 'GET', 'DELETE, OPTIONS'],
    ['/api/v1/keys/abc', 'HEAD', 'DELETE, OPTIONS'],
    ['/problems/api_key_missing', 'DELETE', 'GET, HEAD, OPTIONS'],
  ])('is a 405 that lists those there are: %s %s', async (path, method, allow) => {
    const { client } = createTestApp()
    const response = await client.send(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe(allow)
    if (method !== 'HEAD') expect((await problemOf(response)).code).toBe('method_not_allowed')
  })
})

describe('HEAD', () => {
  it('answers wherever GET does, with its headers and no body', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    for (const path of ['/api/v1/health', '/api/v1/keys', '/api/v1/openapi.json', '/problems/internal_error']) {
      const response = await client.head(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('application/json')
      expect(await response.text()).toBe('')
    }
  })
})

describe('the order of the checks', () => {
  const long = `/api/v1/keys?cursor=${'x'.repeat(8192)}`

  it('puts the length of the URL before everything else', async () => {
    const { client, recorder } = createTestApp()
    expect(await problemOf(client.get(long))).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(recorder.calls).toEqual([])
  })

  it('puts the encoding of the body before the key', async () => {
    const { client } = createTestApp()
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }
    expect(await problemOf(client.post('/api/v1/keys', '{}', headers))).toMatchObject({
      status: 415,
      code: 'unsupported_content_encoding',
    })
    const identity = { 'Content-Encoding': 'identity' }
    expect((await problemOf(client.get('/api/v1/keys', identity))).code).toBe('api_key_missing')
  })

  it('puts the key before the body', async () => {
    const { client } = createTestApp()
    const answer = client.post('/api/v1/keys', 'not json', { 'Content-Type': 'text/plain' })
    expect((await problemOf(answer)).code).toBe('api_key_missing')
  })

  it('puts the rate before the scope, and both before the body', async () => {
    const app = createTestApp()
    const bare = await app.newTenant({ scopes: ['runs:read'], settings: { burstPerMinute: 2 } })
    const send = () => bare.client.post('/api/v1/keys', 'not json', { 'Content-Type': 'text/plain' })
    expect((await problemOf(send())).code).toBe('scope_insufficient')
    expect((await problemOf(send())).code).toBe('rate_limited')
  })

  it('puts the query and the Accept header before the body', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const body = { name: '', scopes: [] }
    expect((await problemOf(client.post('/api/v1/keys?x=1', body))).code).toBe('invalid_query')
    expect((await problemOf(client.post('/api/v1/keys', body, { Accept: 'text/html' }))).code).toBe('not_acceptable')
    expect((await problemOf(client.post('/api/v1/keys', body))).code).toBe('validation_failed')
  })
})

describe('a store that fails', () => {
  it('is a 503 when it is the database', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const broken = createTestApp({ env: { DB: brokenDatabase('D1_ERROR: internal error; reference = abc') } })
    const answer = await broken.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys')
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'storage_unavailable' })
  })

  it('changes nothing when it is KV', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const broken = createTestApp({ env: { KV: brokenNamespace() } })
    const response = await broken.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys')
    expect(response.status).toBe(200)
  })

  it('is a 500 without internals when it says something unforeseen', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const broken = createTestApp({ env: { DB: brokenDatabase('UNIQUE constraint failed: secret_table.column') } })
    const problem = await problemOf(broken.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys'))
    expect(problem).toMatchObject({ status: 500, code: 'internal_error' })
    expect(JSON.stringify(problem)).not.toContain('secret_table')
  })
})
