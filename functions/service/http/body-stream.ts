import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

export interface BodyLimit {
  readonly bytesMax: number
  /** Whether the body is stored while it is read; else all of it is held. */
  readonly isStored?: boolean
  /** How much of the body is in memory at once, if not all. */
  readonly heldBytesMax?: number
}

/** 64 kilobits a second. A body holds memory until its end, so that it must not take for ever. */
const bytesPerMillisecondMin = 8

/** The body as it arrives. Throws `payload_too_large` beyond `bytesMax`, and `request_timeout` when it stalls. */
export async function* readStream(
  c: Context<AppEnv>,
  { bytesMax, isStored = false, heldBytesMax = bytesMax }: BodyLimit,
): AsyncGenerator<Uint8Array> {
  const { memory } = c.var
  const takeMemory = (count: number) => (isStored ? memory.takeForStream(count) : memory.takeForBody(count))
  const announced = Number(c.req.header('Content-Length'))
  if (announced > bytesMax) throw tooLarge(bytesMax)
  const reader = c.req.raw.body?.getReader()
  if (reader === undefined) return
  const { now, bodyStallMilliseconds } = c.var.isolate
  let length = 0
  let waitedMilliseconds = 0
  let isOver = false
  // Reserves everything at once: bodies that each wait for room for a next part would wait for each other.
  let lengthTaken = Number.isNaN(announced) ? 0 : Math.min(announced, heldBytesMax)
  try {
    await takeMemory(lengthTaken)
    while (true) {
      // A failed read has cancelled the body: then the body is over, too.
      isOver = true
      const askedAt = now()
      const { done, value } = await readOrStall(reader, bodyStallMilliseconds)
      if (done) return
      length += value.length
      waitedMilliseconds += now() - askedAt
      if (waitedMilliseconds > bodyStallMilliseconds + length / bytesPerMillisecondMin) {
        giveUp(reader)
        throw new ProblemError('request_timeout')
      }
      isOver = false
      if (length > bytesMax) throw tooLarge(bytesMax)
      const held = Math.min(length, heldBytesMax)
      if (held > lengthTaken) {
        await takeMemory(held - lengthTaken)
        lengthTaken = held
      }
      yield value
    }
  } finally {
    if (!isOver) await discard(reader, bodyStallMilliseconds)
  }
}

/**
 * Reads and discards a body that the route left unread, before the answer goes out: an early answer may reset the
 * connection of a client that is still sending, which then never sees why it was refused. A client that stops sending
 * is given up after `bodyStallMilliseconds`.
 */
export const discardUnreadBody = () =>
  async function discardUnreadBody(c: Context<AppEnv>, next: () => Promise<void>) {
    await next()
    const { body, bodyUsed } = c.req.raw
    if (body !== null && !bodyUsed && !body.locked) await discard(body.getReader(), c.var.isolate.bodyStallMilliseconds)
  }

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>, stallMilliseconds: number): Promise<void> {
  try {
    while (!(await readOrStall(reader, stallMilliseconds)).done);
  } catch {}
}

const tooLarge = (bytesMax: number) =>
  new ProblemError('payload_too_large', { detail: `This body may have at most ${bytesMax} bytes.` })

/** Throws `request_timeout`, and cancels the body, when no part comes in time. */
async function readOrStall(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const stall = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProblemError('request_timeout')), milliseconds)
  })
  try {
    return await Promise.race([reader.read(), stall])
  } catch (error) {
    giveUp(reader)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** An open body would hold back the answer. Not awaited: the promise never settles when the client is gone. */
function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined)
}
