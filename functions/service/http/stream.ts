import type { Context } from 'hono'
import { type BodyEnd, currentScope, keepScope, type WorkScope } from '../platform/work-scope.ts'
import type { AppEnv } from './app-env.ts'

/**
 * A response body of `parts`, each made when the client takes it: nothing is read ahead. A fault breaks the body off,
 * so that no part of an answer passes for the whole. A client that goes away ends `parts`. The scope of the request
 * notes how the body ends, for its log line.
 */
export function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const ended = Promise.withResolvers<BodyEnd>()
  const scope = currentScope()
  if (scope !== undefined) scope.body = ended.promise
  // The client's side reads the stream outside of the request's scope.
  const inRequest = keepScope()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const part = await inRequest(() => nextOf(parts))
          if (part !== undefined) return controller.enqueue(part)
          controller.close()
          ended.resolve({ end: 'complete' })
        } catch (error) {
          ended.resolve({ end: 'failed', error })
          throw error
        }
      },
      async cancel() {
        ended.resolve({ end: 'cancelled' })
        await inRequest(() => parts.return(undefined))
      },
    },
    { highWaterMark: 0 },
  )
}

/** Makes the first part at once: what it throws becomes a problem, as the answer has not begun. */
export async function begun<Part>(parts: AsyncGenerator<Part>): Promise<AsyncGenerator<Part>> {
  const first = await parts.next()
  return resumed(parts, first)
}

async function* resumed<Part>(parts: AsyncGenerator<Part>, first: IteratorResult<Part>): AsyncGenerator<Part> {
  if (first.done === true) return
  try {
    yield first.value
    yield* parts
  } finally {
    await parts.return(undefined)
  }
}

/** How the streamed body of the answer ends; undefined where the client takes none, as with HEAD. */
export const bodyEndOf = (c: Context<AppEnv>, scope: WorkScope | undefined): Promise<BodyEnd> | undefined =>
  c.res.body === null || c.req.method === 'HEAD' || c.get('problemCode') !== undefined ? undefined : scope?.body

/** Skips empty parts, since a pull that enqueues nothing is not repeated. Undefined after the last part. */
async function nextOf(parts: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const part = await parts.next()
    if (part.done === true) return undefined
    if (part.value.length > 0) return part.value
  }
}
