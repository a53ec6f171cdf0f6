import { env } from 'cloudflare:workers'
import {
  fromBase64,
  fromHex,
  openCheckpoint,
  parseTimeStampResponse,
  toHex,
  utf8,
  verifierKeyOf,
} from '@tallystick/engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDer, formatDerInteger } from '../../../engine/base/der.ts'
import { anchorLogs } from '../../../functions/anchor/anchor-logs.ts'
import { IndexDivergedError } from '../../../functions/anchor/append-heads.ts'
import type { Env } from '../../../functions/env.ts'
import { signingKeysOf } from '../../../functions/keys/signing-key.ts'
import { sha256 } from '../../../functions/platform/hasher.ts'
import { createIsolate } from '../../../functions/platform/isolate.ts'
import { verifySignature } from '../../../functions/platform/verify-signature.ts'
import { queries } from '../../../functions/store/database.ts'
import { indexStore } from '../../../functions/store/index-store.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { faultyBucket } from '../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../support/worker/faulty-database.ts'
import { makeRun } from '../../support/worker/runs.ts'
import { type TestWitness, testWitness } from '../../support/worker/witness.ts'

const isolate = createIsolate({ log: (line) => logLines.push(line) })
const logLines: string[] = []
const origin = 'tallystick.dev/index'
const [key] = await signingKeysOf(isolate, env)
if (key === undefined) throw new Error('There is no signing key')
const indexKey = verifierKeyOf(sha256, origin, key.index.publicKey)
const store = indexStore(queries(env.DB))

/** Its statements are checked at the end of the file. */
const recorded = createTestApp().env

const anchor = (bindings: Partial<Env> = {}) => {
  const merged = { ...recorded, ...bindings }
  return anchorLogs({ db: queries(merged.DB), isolate, env: merged })
}

const newest = async () => {
  const [row] = await store.checkpoints.newest()
  if (row === undefined) throw new Error('The index has no checkpoint')
  return row
}

/** A run of a new tenant: one log more that has grown. */
async function sealRun() {
  const tenant = await createTestApp().newTenant()
  const run = await makeRun(tenant.client)
  return { ...tenant, runId: run.id }
}

const outside = new Map<string, (request: Request) => Promise<Response>>()
const connect = (...witnesses: readonly TestWitness[]) => {
  for (const { url, answer } of witnesses) outside.set(`${url}/add-checkpoint`, answer)
  return { WITNESSES: witnesses.map(({ line }) => line).join('\n') }
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = outside.get(url)
    if (answer === undefined) throw new TypeError('Network connection lost.')
    return answer(new Request(url, init))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  outside.clear()
  logLines.length = 0
})

describe('the index log', () => {
  it('has the head of every log that has grown, once', async () => {
    const { client, tenantId, runId } = await sealRun()
    await anchor()
    const before = await newest()
    await anchor()
    expect(await newest()).toEqual(before)
    const next = await makeRun(client)
    await anchor()
    expect((await newest()).size).toBe(before.size + 1)
    const [first] = await store.headOfRun(tenantId, runId)
    const [second] = await store.headOfRun(tenantId, next.id)
    expect([first, second].map((head) => JSON.parse(head?.line ?? '{}').size)).toEqual([1, 2])
  })

  it('is signed by a key of its own, under its own name', async () => {
    await sealRun()
    await anchor()
    const { note, size, root } = await newest()
    const opened = await openCheckpoint({ note, keys: [indexKey], verify: verifySignature })
    expect(opened).toMatchObject({ ok: true, value: { checkpoint: { origin, size, root } } })
    expect(toHex(key.index.publicKey)).not.toBe(toHex(key.publicKey))
  })

  it('lists its key among the public keys', async () => {
    await sealRun()
    await anchor()
    const answer = await createTestApp().client.get('/.well-known/tallystick-keys')
    const { keys } = await answer.json<{ keys: { publicKey: string }[] }>()
    expect(keys.map(({ publicKey }) => fromBase64(publicKey))).toContainEqual(key.index.publicKey)
  })

  it('takes over a step that the database lost, and forks nothing', async () => {
    await sealRun()
    const DB = faultyDatabase(env.DB, [{ matches: /update "index_logs"/i, when: 'before' }])
    await expect(anchor({ DB })).rejects.toThrow()
    const { size } = await newest()
    await sealRun()
    await anchor()
    const [row] = await store.checkpoints.from(size + 1)
    const published = await env.BUCKET.get(`log/${origin}/next/${size}`)
    expect(row?.note).toBe((await published?.json<{ note: string }>())?.note)
    expect((await newest()).size).toBe(size + 2)
  })

  it('goes on where R2 fails, with the next call', async () => {
    await sealRun()
    const BUCKET = faultyBucket(env.BUCKET, [{ method: 'put', matches: /\/tile\//, when: 'before' }])
    await expect(anchor({ BUCKET })).rejects.toThrow()
    await anchor()
    const published = await env.BUCKET.get(`log/${origin}/checkpoint`)
    expect(await published?.text()).toBe((await newest()).note)
  })

  it('replays from R2 what a restored database has lost', async () => {
    await sealRun()
    await anchor()
    const before = await env.DB.prepare('SELECT * FROM index_logs').first<{
      size: number
      frontier: string
      root: string
    }>()
    await sealRun()
    await anchor()
    const lost = await newest()
    await env.DB.batch([
      env.DB.prepare('UPDATE index_logs SET size = ?, frontier = ?, root = ?').bind(
        before?.size,
        before?.frontier,
        before?.root,
      ),
      env.DB.prepare('DELETE FROM index_heads WHERE position >= ?').bind(before?.size),
      env.DB.prepare('DELETE FROM index_checkpoints WHERE size > ?').bind(before?.size),
    ])
    await sealRun()
    await anchor()
    const [again] = await store.checkpoints.from(lost.size)
    expect(again?.root).toBe(lost.root)
    expect((await newest()).size).toBe(lost.size + 1)
  })
})

describe('witnesses', () => {
  it('cosign every checkpoint, from the size that they cosigned before', async () => {
    const witness = await testWitness('w1.example', [indexKey])
    await sealRun()
    await anchor(connect(witness))
    await sealRun()
    await anchor(connect(witness))
    const { state, note, size } = await newest()
    expect(state).toBe('complete')
    expect(note).toContain('— w1.example ')
    expect(witness.tree?.size).toBe(size)
    expect(witness.requests).toHaveLength(2)
  })

  it('tell what they know, and are asked again from there', async () => {
    const witness = await testWitness('w2.example', [indexKey])
    await sealRun()
    await anchor()
    witness.tree = await newest()
    await sealRun()
    await anchor(connect(witness))
    expect((await newest()).state).toBe('complete')
    expect(witness.requests).toHaveLength(2)
  })

  it('that fail keep nothing from the others, and are asked again by the next call', async () => {
    const [good, late] = [await testWitness('good.example', [indexKey]), await testWitness('late.example', [indexKey])]
    const both = connect(good, late)
    outside.delete(`${late.url}/add-checkpoint`)
    await sealRun()
    await anchor(both)
    expect((await newest()).state).toBe('anchored')
    await anchor(connect(good, late))
    const { state, note } = await newest()
    expect(state).toBe('complete')
    expect(note.match(/^— \S+\.example /gm)).toHaveLength(2)
    expect(good.requests).toHaveLength(1)
  })

  it('show readers of the log what they said', async () => {
    const witness = await testWitness('w3.example', [indexKey])
    await sealRun()
    await anchor(connect(witness))
    const published = await env.BUCKET.get(`log/${origin}/checkpoint`)
    expect(await published?.text()).toContain('— w3.example ')
  })

  const lies: readonly [string, (witness: TestWitness) => Promise<unknown>][] = [
    [
      'status 500',
      async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response('', { status: 500 })),
    ],
    ['a redirect', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => Response.redirect(url, 307))],
    ['text', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response('<html>'))],
    ['no end', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response(endless()))],
    [
      'a size above that of the log',
      async (witness) => {
        witness.tree = { size: 1_000_000, root: 'ab'.repeat(32) }
      },
    ],
    [
      'another tree of the same size',
      async (witness) => {
        witness.tree = { size: (await newest()).size + 1, root: 'ab'.repeat(32) }
      },
    ],
    [
      'a time of tomorrow',
      async (witness) => {
        witness.ahead = 86_400
      },
    ],
    [
      'the cosignature of another',
      async ({ url }) => {
        const other = await testWitness('other.example', [indexKey])
        outside.set(`${url}/add-checkpoint`, other.answer)
      },
    ],
    [
      'a cosignature that does not hold',
      async (witness) => {
        outside.set(`${witness.url}/add-checkpoint`, async (request) => {
          const line = await (await witness.answer(request)).text()
          return new Response(line.replace(/.{6}\n$/, 'AAAAA=\n'))
        })
      },
    ],
  ]
  it.each(lies)('that answer with %s confirm nothing', async (_, lie) => {
    const witness = await testWitness('liar.example', [indexKey])
    const variables = connect(witness)
    await sealRun()
    await lie(witness)
    await anchor(variables)
    const { state, note } = await newest()
    expect(state).toBe('signed')
    expect(note).not.toContain('.example')
    expect(logLines.join()).toContain('liar.example')
  })
})

describe('a time stamp', () => {
  const url = 'https://tsa.test/'
  const answerWith = (change: (request: Uint8Array) => { hash: Uint8Array; nonce: Uint8Array }) =>
    outside.set(url, async (request) => {
      expect(request.headers.get('Content-Type')).toBe('application/timestamp-query')
      return new Response(stampOf(change(new Uint8Array(await request.arrayBuffer()))))
    })
  const asked = (request: Uint8Array) => {
    const hex = toHex(request)
    const nonce = /^.*020900(.{16})0101ff$/.exec(hex)?.[1] ?? ''
    return { hash: request.slice(24, 56), nonce: fromHex(nonce) }
  }

  it('is of the text of the newest checkpoint, and anchors it where there are no witnesses', async () => {
    answerWith(asked)
    await sealRun()
    await anchor({ TIMESTAMP_URL: url })
    const { note, timeStamp, state } = await newest()
    const stamp = parseTimeStampResponse(fromBase64(timeStamp ?? '') ?? new Uint8Array())
    const text = note.slice(0, note.indexOf('\n\n') + 1)
    expect(stamp).toMatchObject({ ok: true, value: { hash: toHex(sha256(utf8(text))), time: '2026-11-22T16:00:00Z' } })
    expect(state).toBe('complete')
  })

  it('does not anchor where the witnesses say nothing', async () => {
    answerWith(asked)
    const witness = await testWitness('silent.example', [indexKey])
    const variables = connect(witness)
    outside.delete(`${witness.url}/add-checkpoint`)
    await sealRun()
    await anchor({ ...variables, TIMESTAMP_URL: url })
    expect(await newest()).toMatchObject({ state: 'signed', timeStamp: expect.any(String) })
  })

  it.each([
    ['of something else', (request: Uint8Array) => ({ ...asked(request), hash: new Uint8Array(32) })],
    ['in answer to another question', (request: Uint8Array) => ({ ...asked(request), nonce: Uint8Array.of(0x81) })],
  ])('%s is not stored', async (_, change) => {
    answerWith(change)
    await sealRun()
    await anchor({ TIMESTAMP_URL: url })
    expect(await newest()).toMatchObject({ state: 'signed', timeStamp: null })
  })
})

describe('anchoring stops', () => {
  it('where the settings cannot be read', async () => {
    await expect(anchor({ WITNESSES: 'nobody https://w.example' })).rejects.toThrow('WITNESSES')
    await expect(anchor({ TIMESTAMP_URL: 'ftp://tsa.example' })).rejects.toThrow('TIMESTAMP_URL')
  })

  it('visibly: the service is not ready then, and says why', async () => {
    const app = createTestApp({ env: { WITNESSES: 'nobody https://w.example' } })
    const response = await app.client.get('/api/v1/ready')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ missing: ['WITNESSES'] })
  })

  it('where the log is not the one that was signed', async () => {
    await sealRun()
    await anchor()
    const { size } = await newest()
    await env.DB.prepare('UPDATE index_checkpoints SET note = replace(note, ?, ?) WHERE size = ?')
      .bind('— ', '— x', size)
      .run()
    await sealRun()
    await expect(anchor()).rejects.toThrow(IndexDivergedError)
    expect((await newest()).size).toBe(size)
  })
})

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
}

/** A TimeStampResp that nobody signed. */
function stampOf({ hash, nonce }: { readonly hash: Uint8Array; readonly nonce: Uint8Array }): Uint8Array {
  const [sequence, oid, octets, explicit] = [0x30, 0x06, 0x04, 0xa0]
  const algorithm = formatDer(sequence, formatDer(oid, fromHex('608648016503040201')))
  const info = formatDer(
    sequence,
    formatDerInteger(Uint8Array.of(1)),
    formatDer(oid, Uint8Array.of(0x2a)),
    formatDer(sequence, algorithm, formatDer(octets, hash)),
    formatDerInteger(Uint8Array.of(7)),
    formatDer(0x18, utf8('20261122160000Z')),
    formatDerInteger(nonce),
  )
  const content = formatDer(
    sequence,
    formatDer(oid, fromHex('2a864886f70d0109100104')),
    formatDer(explicit, formatDer(octets, info)),
  )
  const signed = formatDer(sequence, formatDerInteger(Uint8Array.of(3)), formatDer(0x31), content)
  const token = formatDer(sequence, formatDer(oid, fromHex('2a864886f70d010702')), formatDer(explicit, signed))
  return formatDer(sequence, formatDer(sequence, formatDerInteger(Uint8Array.of(0))), token)
}
