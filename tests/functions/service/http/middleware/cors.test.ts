import { describe, expect, it } from 'vitest'
import { makeDocument } from '../../../../../functions/local/openapi/document.ts'
import { headerComponents } from '../../../../../functions/local/openapi/header-components.ts'
import { createTestApp } from '../../../../support/worker/client.ts'

const page = 'https://app.example'
const env = { CORS_ORIGINS: `https://other.example, ${page}` }
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' },
})

describe('cross-origin requests', () => {
  it('may come from anywhere to the public endpoints', async () => {
    const { client } = createTestApp({ env })
    for (const path of [
      '/api/v1/health',
      '/api/v1/meta',
      '/api/v1/openapi.json',
      '/problems/internal_error',
      '/.well-known/tallystick-keys',
      '/api/v1/index/checkpoint',
    ]) {
      const { headers } = await client.get(path, { Origin: 'https://anyone.example' })
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
  })

  it('may come from the configured origins to the others, problems included', async () => {
    const { client } = createTestApp({ env })
    const { headers } = await client.get('/api/v1/keys', { Origin: page })
    expect(headers.get('Access-Control-Allow-Origin')).toBe(page)
    expect(headers.get('Vary')).toContain('Origin')
  })

  it.each(['https://anyone.example', 'https://app.example.evil', 'null'])('may not come from %s', async (origin) => {
    const { client } = createTestApp({ env })
    const { headers } = await client.get('/api/v1/keys', { Origin: origin })
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('are never allowed to carry credentials', async () => {
    const { client } = createTestApp({ env })
    for (const path of ['/api/v1/health', '/api/v1/keys'])
      for (const init of [{ headers: { Origin: page } }, preflight(page)])
        expect((await client.send(path, init)).headers.get('Access-Control-Allow-Credentials')).toBeNull()
  })

  it('are answered before they are made, with methods and headers', async () => {
    const { client } = createTestApp({ env })
    const response = await client.send('/api/v1/keys', preflight(page))
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS, POST')
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key')
  })

  it('may say every header that a route reads', async () => {
    const { client } = createTestApp({ env })
    const { headers } = await client.send('/api/v1/runs', preflight(page))
    const sendable = headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ')
    const document = JSON.stringify(makeDocument({ hasAdmin: false }))
    const parameters = document.matchAll(/"in":"header","name":"([\w-]+)"|"name":"([\w-]+)","in":"header"/g)
    const named = [...parameters].map(([, last, first]) => (last ?? first)?.toLowerCase())
    expect(named).toEqual(expect.arrayContaining(['x-api-key', 'idempotency-key']))
    const read = ['prefer', 'content-digest', 'if-none-match', 'content-type', 'accept']
    expect(sendable).toEqual(expect.arrayContaining([...named, ...read]))
  })

  it('can read every header that the document describes', async () => {
    const { client } = createTestApp({ env })
    const exposed = (await client.get('/api/v1/keys', { Origin: page })).headers.get('Access-Control-Expose-Headers')
    // The first is exposed without being named, the second is for caches, and the last for browsers.
    const others = ['Cache-Control', 'Vary', 'Clear-Site-Data']
    const described = Object.keys(headerComponents).filter((name) => !others.includes(name))
    expect(described).toContain('Preference-Applied')
    expect(exposed?.split(', ')).toEqual(expect.arrayContaining(described))
  })

  it('can read our headers', async () => {
    const { client } = createTestApp({ env })
    const exposed = (await client.get('/api/v1/keys', { Origin: page })).headers.get('Access-Control-Expose-Headers')
    for (const name of ['X-Request-Id', 'X-RateLimit-Remaining', 'RateLimit', 'Retry-After', 'Location', 'ETag'])
      expect(exposed).toContain(name)
  })
})

describe('OPTIONS', () => {
  it('lists the methods of a path, without a key', async () => {
    const { client, recorder } = createTestApp()
    const response = await client.send('/api/v1/keys/abc', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Allow')).toBe('DELETE, OPTIONS')
    expect(recorder.calls).toEqual([])
  })
})
