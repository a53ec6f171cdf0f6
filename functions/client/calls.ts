import { type ListPage, listBy } from './lists.ts'
import { brokenOff, type Call, type CallOptions, readAnswer, type Send } from './transport.ts'

export interface MakeOptions extends CallOptions {
  /**
   * A name for this request, such as the number of an order: a second request with the same key makes nothing new. Left
   * out, it is a random key, which makes the client's own retries safe.
   */
  readonly idempotencyKey?: string
}

export type ReadOptions = CallOptions & Pick<Call, 'query' | 'prefix'>

const ndjson = 'application/x-ndjson'

export const callsBy = (send: Send) => ({
  json: async <Answer>(path: string, options: ReadOptions = {}): Promise<Answer> =>
    readAnswer(await send({ path, ...options })),

  text: async (path: string, options: ReadOptions & { readonly accept?: string } = {}): Promise<string> =>
    (await send({ path, ...options })).text(),

  bytes: async (path: string, options: ReadOptions & { readonly accept?: string } = {}) =>
    new Uint8Array(await (await send({ path, ...options })).arrayBuffer()),

  stream: async (path: string, options: ReadOptions & { readonly accept?: string } = {}): Promise<ByteStream> =>
    streamIn(await send({ path, isStreamed: true, ...options })),

  lines: <Value>(path: string, options: ReadOptions = {}): AsyncIterable<Value> => linesOf(send, path, options),

  list: <Item>(path: string, options: ReadOptions = {}) =>
    listBy(async (cursor): Promise<ListPage<Item>> => {
      const page = await readAnswer<{ data: Item[]; nextCursor: string | null }>(
        await send({ path, ...options, query: { ...options.query, cursor } }),
      )
      return { items: page.data, nextCursor: page.nextCursor ?? undefined }
    }),

  /** Sends a POST that changes nothing. It is retried like a read. */
  ask: async <Answer>(call: Call & { readonly json: object }): Promise<Answer> =>
    readAnswer(await send({ method: 'POST', ...withJson(call), isRepeatable: true })),

  /**
   * Sends a change, as a POST unless the call has another method. A POST or PATCH is retried only after status 429,
   * unless it is repeatable.
   */
  change: async <Answer>(call: Call & { readonly json?: object | undefined }): Promise<Answer> =>
    readAnswer(await send({ method: 'POST', ...withJson(call) })),

  /** Sends a POST with an idempotency key, which makes it repeatable. */
  make: async <Answer>(call: Call & MakeOptions & { readonly json?: object | undefined }): Promise<Answer> =>
    readAnswer(
      await send({ method: 'POST', ...withJson(call), idempotencyKey: call.idempotencyKey ?? crypto.randomUUID() }),
    ),

  /** Sends a POST that may be repeated, and whose answer is empty. */
  end: async (call: Call): Promise<void> => {
    await send({ method: 'POST', isRepeatable: true, ...call })
  },

  remove: async (path: string, options: CallOptions = {}): Promise<void> => {
    await send({ method: 'DELETE', path, ...options })
  },
})

export type Calls = ReturnType<typeof callsBy>

export type ByteStream = ReadableStream<Uint8Array>

function withJson({ json, ...call }: Call & { readonly json?: object | undefined }): Call {
  return json === undefined ? call : { ...call, body: { mediaType: 'application/json', content: JSON.stringify(json) } }
}

function streamIn({ body }: Response): ByteStream {
  if (body === null) throw new TypeError('The answer has no body')
  return body
}

async function* linesOf<Value>(send: Send, path: string, options: ReadOptions): AsyncGenerator<Value> {
  yield* readLines<Value>(await send({ path, accept: ndjson, isStreamed: true, ...options }), options.signal)
}

/**
 * The values of an NDJSON answer, parsed as they arrive. Throws a `TallystickError` where the answer is cut off, by a
 * failed connection or inside its last line; throws the reason of an aborted signal.
 */
export async function* readLines<Value>(response: Response, signal?: AbortSignal): AsyncGenerator<Value> {
  let held = ''
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (held + text).split('\n')
      held = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line)
    }
  } catch {
    // An aborted signal comes first, since each platform has its own errors for a failed connection.
    signal?.throwIfAborted()
    throw brokenOff(response, held)
  }
  if (held !== '') throw brokenOff(response, held)
}
