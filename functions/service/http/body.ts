import { type JsonFault, parseJson, toHex } from '@tallystick/engine/base'
import { pointerOf } from '@tallystick/schema/pointer'
import { check, type Fault } from '@tallystick/schema/problem'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from './app-env.ts'
import { type BodyLimit, readStream } from './body-stream.ts'
import { ProblemError } from './problem.ts'

/** The limit of bodies without a limit of their own: bodies about keys, tenants and the playground. */
export const bodyByteCountMax = 256 * 1024

/** In the units of `parseJson`, about 50 MB: a little more than all rates, tables and holidays that a run may bring. */
const bodyMemoryMax = 1_050_000

/**
 * The JSON body of the request, checked against `schema`. Throws the problem for a wrong media type, for a body that
 * stalls or is longer than `bytesMax` (counted, whatever Content-Length says), for JSON that is not strict, and for all
 * faults that the schema finds.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
  limit: BodyLimit = { bytesMax: bodyByteCountMax },
): Promise<z.output<Schema>> {
  return checked(schema, await readAnyJson(c, limit))
}

interface ReceivedText {
  readonly text: string
  readonly byteCount: number
  /** The hash of the body's bytes, in lower-case hex. */
  readonly sha256: string
}

/** The text of a JSON body, unparsed. Throws like `readJson` for a wrong media type, length or encoding. */
export async function readJsonText(c: Context<AppEnv>, limit: BodyLimit): Promise<ReceivedText> {
  requireJson(c)
  const bytes = await readBytes(c, limit)
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return { text: decode(bytes), byteCount: bytes.length, sha256: toHex(new Uint8Array(digest)) }
}

/** The JSON body, which the caller checks. */
export async function readAnyJson(c: Context<AppEnv>, limit: BodyLimit): Promise<unknown> {
  requireJson(c)
  return parse(await readBytes(c, limit))
}

/** As `readJson`; a request without a body counts as `{}`. */
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

/** Most bodies fit, so that their bytes are never copied to a larger buffer. */
const usualByteCount = 4096

async function readBytes(c: Context<AppEnv>, limit: BodyLimit): Promise<Uint8Array<ArrayBuffer>> {
  // One growing buffer and no list of parts: a body may arrive in as many parts as bytes.
  let bytes = new Uint8Array(usualByteCount)
  let length = 0
  for await (const part of readStream(c, limit)) {
    const needed = length + part.length
    const roomy = Math.max(needed, Math.min(2 * bytes.length, limit.bytesMax))
    if (needed > bytes.length) bytes = new Uint8Array(bytes.buffer.transfer(roomy))
    bytes.set(part, length)
    length = needed
  }
  return bytes.subarray(0, length)
}

/** The media type in lower case and without parameters; undefined without a Content-Type. */
export const mediaTypeOf = (c: Context<AppEnv>): string | undefined => mediaTypeIn(c.req.header('Content-Type'))

export const mediaTypeIn = (contentType: string | undefined): string | undefined =>
  contentType?.split(';')[0]?.trim().toLowerCase()

function requireJson(c: Context<AppEnv>) {
  if (mediaTypeOf(c) !== 'application/json')
    throw new ProblemError('unsupported_media_type', { detail: 'This route reads application/json.' })
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function parse(bytes: Uint8Array): unknown {
  const result = parseJson(decode(bytes), { memoryMax: bodyMemoryMax, hasLines: false })
  if (!result.ok) throw malformedJson(result.fault)
  return result.value
}

export function malformedJson({ line, column, code, detail, path = [] }: JsonFault): ProblemError {
  const errors = [{ pointer: pointerOf(path), line, column, code, detail }]
  return new ProblemError(code === 'too_many_values' ? 'payload_too_large' : 'malformed_json', { errors })
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProblemError('malformed_json', { detail: 'The body is not UTF-8.' })
  }
}

/** The output of `schema`. Throws one problem with all faults. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = check(schema, value)
  if (!result.ok) throw problemOfFaults(result.faults, 'validation_failed')
  return result.value
}

/** The problem `code`, or `unknown_adapter` when every fault is an unknown adapter. */
export function problemOfFaults(errors: readonly Fault[], code: 'validation_failed' | 'invalid_query'): ProblemError {
  if (errors.some((fault) => fault.code !== 'unknown_adapter')) return new ProblemError(code, { errors })
  return new ProblemError('unknown_adapter', { detail: errors.map(({ detail }) => detail).join(' '), errors })
}
