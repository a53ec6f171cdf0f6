import { sha256 } from '@noble/hashes/sha2.js'
import type { Context } from 'hono'
import { receiveDataset } from '../../../../functions/service/datasets/receive-dataset.ts'
import { openUpload } from '../../../../functions/service/datasets/upload.ts'
import type { AppEnv } from '../../../../functions/service/http/app-env.ts'
import { ProblemError } from '../../../../functions/service/http/problem.ts'
import { bodies, largeBodies, piecesOf } from './bodies.ts'
import { hashing } from './hashing.ts'
import type { Measured } from './measured.ts'
import { bytesOf, packedBodies } from './packed-bodies.ts'

/**
 * Uploads the bodies whose names are the arguments, one after the other, and writes a line of JSON for each: what was
 * answered, and the most memory that was held, garbage left out. The database is a fake that forgets.
 */

/** What Node has beside the platform of the Worker, whose types this file has. */
declare const gc: () => void
declare const process: {
  readonly argv: readonly string[]
  readonly stdout: { write(text: string): void }
  memoryUsage(): { readonly heapUsed: number; readonly external: number }
}

const megabyte = 1024 * 1024
/** Pieces of the body, parts of its digest and batches of statements between two looks: a few for each megabyte. */
const looksApart = 8

function held(): number {
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Keeps the most that is held at any call; only some calls look, as each costs a collection. */
function createPeak(apart: number) {
  const idle = held()
  let peak = idle
  let calls = 0
  return {
    look(): void {
      calls += 1
      if (calls % apart === 0) peak = Math.max(peak, held())
    },
    megabytes: () => (peak - idle) / megabyte,
  }
}

type Peak = ReturnType<typeof createPeak>

/** What the Worker's platform has and Node has not. */
function digestStream(peak: Peak) {
  return class DigestStream extends WritableStream<Uint8Array> {
    readonly digest: Promise<ArrayBuffer>
    constructor() {
      const hash = sha256.create()
      const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
      super({
        write(bytes) {
          hash.update(bytes)
          peak.look()
        },
        close: () => resolve(Uint8Array.from(hash.digest()).buffer),
      })
      this.digest = promise
    }
  }
}

function fakeDatabase(peak: Peak, stored: (byteCount: number) => void) {
  const none = async () => ({ results: [], success: true, meta: {} })
  const statement = {
    byteCount: 0,
    run: none,
    all: none,
    bind: (...values: readonly unknown[]) => ({
      ...statement,
      byteCount: values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0),
    }),
  }
  return {
    prepare: () => statement,
    batch: async (statements: readonly { readonly byteCount: number }[]) => {
      for (const { byteCount } of statements) stored(byteCount)
      peak.look()
      return statements.map(() => ({ results: [], success: true, meta: {} }))
    },
  }
}

/** A bucket that forgets, too. It holds what it was given while it looks, as a call in flight does. */
function fakeBucket(peak: Peak, stored: (byteCount: number) => void) {
  const take = async (bytes: Uint8Array) => {
    stored(bytes.length)
    peak.look()
    return { partNumber: 1, etag: '' }
  }
  return {
    head: async () => null,
    put: (_: string, bytes: Uint8Array) => take(bytes),
    createMultipartUpload: async () => ({
      uploadId: 'u',
      uploadPart: (_: number, bytes: Uint8Array) => take(bytes),
      complete: async () => undefined,
      abort: async () => undefined,
    }),
    list: async () => ({ objects: [], truncated: false }),
  }
}

interface Body {
  readonly name: string
  readonly type: string
  readonly mapping?: string
  readonly pieces: Iterator<Uint8Array, undefined>
  readonly megabytes?: number
}

async function measure(body: Body): Promise<Measured> {
  // As many looks at a large body as at one of 8 MB.
  const peak = createPeak(looksApart * Math.ceil((body.megabytes ?? 8) / 8))
  const own = createPeak(1)
  hashing.look = own.look
  Object.assign(crypto, { DigestStream: digestStream(peak) })
  let sent = 0
  let stored = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = body.pieces.next()
        if (done) return controller.close()
        sent += value.length
        peak.look()
        controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  const mapping = body.mapping === undefined ? {} : { mapping: JSON.parse(body.mapping) }
  const query = body.type === 'application/json' ? {} : { name: 'n', adapter: 'bank:a', ...mapping }
  // Without a length a body counts as the longest one, and may have as many lines.
  const headers = new Map([
    ['Content-Type', body.type],
    ['Content-Length', String((body.megabytes ?? 8) * megabyte)],
  ])
  const parts = {
    req: {
      raw: { body: stream },
      method: 'POST',
      path: '/api/v1/datasets',
      header: (name: string) => headers.get(name),
      query: () => ({}),
    },
    env: {
      DB: fakeDatabase(peak, (byteCount) => (stored += byteCount)),
      BUCKET: fakeBucket(peak, (byteCount) => (stored += byteCount)),
    },
    var: {
      identity: { tenantId: 't', actor: { kind: 'key', id: 'k', name: 'k' } },
      isolate: { now: () => 0, bodyStallMilliseconds: 60_000 },
      memory: { takeForBody: () => undefined, takeForStream: () => undefined },
    },
  }
  const c = parts as unknown as Context<AppEnv>
  const answer = await upload(c, query)
  return {
    name: body.name,
    answer,
    sent: rounded(sent / megabyte),
    stored: rounded(stored / megabyte),
    peak: rounded(Math.max(peak.megabytes(), own.megabytes())),
  }
}

const rounded = (megabytes: number): number => Math.round(10 * megabytes) / 10

async function upload(c: Context<AppEnv>, query: Parameters<typeof openUpload>[1]): Promise<string> {
  try {
    const response = await receiveDataset(c, await openUpload(c, query), undefined)
    return String(response.status)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [error.code, ...new Set(error.details.errors?.map(({ code }) => code))].join(' ')
  }
}

async function bodyOf(name: string): Promise<Body> {
  const body = [...bodies, ...largeBodies].find((each) => each.name === name)
  if (body !== undefined) return { ...body, pieces: piecesOf(body) }
  const packed = packedBodies.find((each) => each.name === name)
  if (packed === undefined) throw new Error(`There is no body ${name}`)
  return { name, type: packed.type, pieces: slicesOf(await bytesOf(packed)) }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.slice(start, start + 65_536)
  return undefined
}

for (const name of process.argv.slice(2)) {
  process.stdout.write(`${JSON.stringify(await measure(await bodyOf(name)))}\n`)
}
