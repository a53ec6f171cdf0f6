import type { z } from '@hono/zod-openapi'
import { joinBytes, parseJson } from '@tallystick/engine'
import type { Context } from 'hono'
import { check, type Fault } from '../../schema/problem.ts'
import type { AppEnv } from './app-env.ts'
import { ProblemError } from './problem.ts'

/** The limit of run, key and playground bodies. */
export const bodyByteCountMax = 256 * 1024

interface BodyLimit {
  readonly bytesMax: number
}

/**
 * The JSON body of the request, checked against `schema`. Throws the problem for a wrong media type, a body over
 * `bytesMax` (counted, not believed), one that stalls, JSON that is not strict, or the schema's faults, all at once.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
  limit: BodyLimit = { bytesMax: bodyByteCountMax },
): Promise<z.output<Schema>> {
  requireJson(c)
  return checked(schema, await readJsonValue(c, limit))
}

/** As `readJson`, but a request without a body is taken as `{}`. */
export async function readOptionalJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
  limit: BodyLimit = { bytesMax: bodyByteCountMax },
): Promise<z.output<Schema>> {
  const hasType = c.req.header('Content-Type') !== undefined
  if (hasType) requireJson(c)
  const bytes = await readBytes(c, limit)
  if (bytes.length === 0) return checked(schema, {})
  requireJson(c)
  return checked(schema, parse(bytes))
}

/** The JSON body as it is, strictly parsed but not yet checked against a schema. Its media type is not looked at. */
export const readJsonValue = async (c: Context<AppEnv>, limit: BodyLimit): Promise<unknown> =>
  parse(await readBytes(c, limit))

/** The whole body, at most `bytesMax`. */
export async function readBytes(c: Context<AppEnv>, limit: BodyLimit): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of readStream(c, limit)) parts.push(part)
  return joinBytes(parts)
}

/**
 * The body part by part as it arrives; throws `payload_too_large` past `bytesMax`, `request_timeout` when it stalls.
 * When the reading ends early, the rest is read off.
 */
export async function* readStream(c: Context<AppEnv>, { bytesMax }: BodyLimit): AsyncGenerator<Uint8Array> {
  const announced = Number(c.req.header('Content-Length'))
  if (announced > bytesMax) throw tooLarge(bytesMax)
  const reader = c.req.raw.body?.getReader()
  if (reader === undefined) return
  const { bodyStallMilliseconds } = c.var.isolate
  let length = 0
  let isOver = false
  try {
    while (true) {
      // Also when this read fails: the body has then been let go of.
      isOver = true
      const { done, value } = await readOrStall(reader, bodyStallMilliseconds)
      if (done) return
      isOver = false
      length += value.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      c.var.memory.takeForBody(value.length)
      yield value
    }
  } finally {
    if (!isOver) await discard(reader, bodyStallMilliseconds)
  }
}

/**
 * Reads off, before the answer goes out, a body that nobody asked for: a client that is still sending may have its
 * connection reset by an early answer and never see why it was refused. One that stops sending is not waited for.
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
  } catch {
    // The rest will not come.
  }
}

/** The media type of the body, in lower case and without parameters; undefined when there is no Content-Type. */
export const mediaTypeOf = (c: Context<AppEnv>): string | undefined =>
  c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()

function requireJson(c: Context<AppEnv>) {
  if (mediaTypeOf(c) !== 'application/json')
    throw new ProblemError('unsupported_media_type', { detail: 'This route reads application/json.' })
}

const tooLarge = (bytesMax: number) =>
  new ProblemError('payload_too_large', { detail: `This body may have at most ${bytesMax} bytes.` })

/** The next part of the body; throws `request_timeout`, and lets go of the body, when none comes in time. */
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
    // Not awaited: there may be nobody left to take notice. Cancelled, since a body left open holds back the answer.
    reader.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function parse(bytes: Uint8Array): unknown {
  const result = parseJson(decode(bytes))
  if (result.ok) return result.value
  const { line, column, code, detail } = result.fault
  throw new ProblemError('malformed_json', { errors: [{ pointer: '', line, column, code, detail }] })
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProblemError('malformed_json', { detail: 'The body is not UTF-8.' })
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = check(schema, value)
  if (!result.ok) throw problemOfFaults(result.faults, 'validation_failed')
  return result.value
}

/** The problem with these faults: `code`, unless all that is wrong is that adapters are not known. */
export function problemOfFaults(errors: readonly Fault[], code: 'validation_failed' | 'invalid_query'): ProblemError {
  if (errors.some((fault) => fault.code !== 'unknown_adapter')) return new ProblemError(code, { errors })
  return new ProblemError('unknown_adapter', { detail: errors.map(({ detail }) => detail).join(' '), errors })
}
