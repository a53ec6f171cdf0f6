import { describe, expect, it } from 'vitest'
import { openRequestMemory } from '../../../../functions/service/http/middleware/memory-budget.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'

const path = '/api/v1/keys'
const json = { 'Content-Type': 'application/json' }
const valid = { name: 'Second', scopes: ['runs:read'] }

async function tenantClient(options: Parameters<typeof createTestApp>[0] = {}) {
  return (await createTestApp(options).newTenant()).client
}

/** A body of parts that come one after the other; `undefined` waits for ever. */
const streamOf = (parts: readonly (string | undefined)[]): ReadableStream<Uint8Array> => {
  const rest = [...parts]
  return new ReadableStream({
    pull(controller) {
      if (rest.length === 0) return controller.close()
      const part = rest.shift()
      if (part === undefined) return new Promise(() => undefined)
      controller.enqueue(new TextEncoder().encode(part))
    },
  })
}

describe('a JSON body', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'is read as %s',
    async (type) => {
      const client = await tenantClient()
      expect((await client.post(path, JSON.stringify(valid), { 'Content-Type': type })).status).toBe(201)
    },
  )

  it.each(['text/plain', 'application/jsonp', 'application/problem+json', 'multipart/form-data; boundary=x'])(
    'is not read as %s',
    async (type) => {
      const client = await tenantClient()
      const answer = client.post(path, JSON.stringify(valid), { 'Content-Type': type })
      expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )

  it('is not read without a Content-Type', async () => {
    const client = await tenantClient()
    const body = new TextEncoder().encode(JSON.stringify(valid))
    expect((await problemOf(client.post(path, body))).code).toBe('unsupported_media_type')
  })

  it.each(['', '{', '{"name":1}}', '[1,]', '{"a":1,"a":2}', '"\\ud800"', 'NaN', '{"a":1234567890123456789}', '\u0000'])(
    'is refused when it is not strict JSON: %j',
    async (text) => {
      const client = await tenantClient()
      expect(await problemOf(client.post(path, text, json))).toMatchObject({ status: 400, code: 'malformed_json' })
    },
  )

  it('is told where it stops being JSON', async () => {
    const client = await tenantClient()
    const { errors } = await problemOf(client.post(path, '{\n  "name": x\n}', json))
    expect(errors).toMatchObject([{ line: 2, column: 11 }])
  })

  it('is refused when it is not UTF-8', async () => {
    const client = await tenantClient()
    const body = new Uint8Array([0x22, 0xff, 0x22])
    expect((await problemOf(client.post(path, body, json))).code).toBe('malformed_json')
  })

  it('is refused when it nests ten thousand deep', async () => {
    const client = await tenantClient()
    expect((await problemOf(client.post(path, '['.repeat(10_000), json))).code).toBe('malformed_json')
  })

  it('has all its faults reported at once, with pointers', async () => {
    const client = await tenantClient()
    const body = { name: 7, scopes: ['runs:read', 'nonsense'], 'a/b~c': 1, expiresAt: 'tomorrow' }
    const problem = await problemOf(client.post(path, body))
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/a~1b~0c',
      '/expiresAt',
      '/name',
      '/scopes/1',
    ])
  })

  it('cannot reach a prototype', async () => {
    const client = await tenantClient()
    const { errors } = await problemOf(
      client.post(path, '{"name":"a","scopes":["runs:read"],"__proto__":{"x":1}}', json),
    )
    expect(errors).toMatchObject([{ pointer: '/__proto__', code: 'unknown_member' }])
  })
})

describe('the limit of a body', () => {
  const limit = 256 * 1024
  const padded = (length: number) => {
    const body = JSON.stringify(valid)
    return body + ' '.repeat(length - body.length)
  }

  it('is kept to the byte', async () => {
    const client = await tenantClient()
    expect((await client.post(path, padded(limit), json)).status).toBe(201)
    expect(await problemOf(client.post(path, padded(limit + 1), json))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
  })

  it('is kept without a Content-Length', async () => {
    const client = await tenantClient()
    expect((await client.post(path, streamOf([padded(limit)]), json)).status).toBe(201)
    const answer = client.post(path, streamOf([padded(limit), ' ']), json)
    expect((await problemOf(answer)).code).toBe('payload_too_large')
  })

  it('stops reading at once: what follows is never asked for', async () => {
    const client = await tenantClient({ bodyStallMilliseconds: 50 })
    const answer = client.post(path, streamOf([' '.repeat(limit + 1), undefined]), json)
    expect((await problemOf(answer)).code).toBe('payload_too_large')
  })
})

describe('a body that stops arriving', () => {
  it('is given up with 408', async () => {
    const client = await tenantClient({ bodyStallMilliseconds: 50 })
    const answer = client.post(path, streamOf(['{"name":', undefined]), json)
    expect(await problemOf(answer)).toMatchObject({ status: 408, code: 'request_timeout' })
  })
})

describe('a body that arrives in drops', () => {
  /** Bytes one by one, each of which takes some seconds to come. */
  const drops = (clock: ReturnType<typeof settableClock>, text: string, milliseconds: number) => {
    const rest = [...text]
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        clock.advance(milliseconds)
        const next = rest.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(next))
      },
    })
  }

  it('is given up with 408, and does not hold the memory that it declared', async () => {
    const clock = settableClock()
    const { isolate, newTenant } = createTestApp({ now: clock.now })
    const { client } = await newTenant()
    const answer = client.post(path, drops(clock, JSON.stringify(valid), 9_000), json)
    expect(await problemOf(answer)).toMatchObject({ status: 408, code: 'request_timeout' })
    await openRequestMemory(isolate).takeForBody(24 * 1024 * 1024)
  })

  it('is read where the drops come fast enough', async () => {
    const clock = settableClock()
    const { client } = await createTestApp({ now: clock.now }).newTenant()
    expect((await client.post(path, drops(clock, JSON.stringify(valid), 100), json)).status).toBe(201)
  })
})

describe('a body that nobody asks for', () => {
  it('is read off when the request is refused before it', async () => {
    let pulls = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        if (pulls > 100) controller.close()
        else controller.enqueue(new Uint8Array(1000))
      },
    })
    const { client } = createTestApp()
    expect((await problemOf(client.post(path, body, json))).code).toBe('api_key_missing')
    expect(pulls).toBe(101)
  })

  it('does not keep anything waiting when it never ends', async () => {
    const { client } = createTestApp({ bodyStallMilliseconds: 50 })
    expect((await problemOf(client.post(path, streamOf([undefined]), json))).code).toBe('api_key_missing')
  })
})

describe('a body that may be left out', () => {
  it('is taken as {} when it is missing or empty', async () => {
    const { client, keyId } = await createTestApp().newTenant()
    expect((await client.post(`${path}/${keyId}/rotate`)).status).toBe(201)
    expect((await client.post(`${path}/${keyId}/rotate`, '', json)).status).toBe(201)
  })

  it('is checked when it is there', async () => {
    const { client, keyId } = await createTestApp().newTenant()
    const rotate = (body: string, headers: Record<string, string>) =>
      problemOf(client.post(`${path}/${keyId}/rotate`, body, headers))
    expect((await rotate('{"overlapSeconds":-1}', json)).code).toBe('validation_failed')
    expect((await rotate('{}', { 'Content-Type': 'text/plain' })).code).toBe('unsupported_media_type')
  })
})
