import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsistencyProof } from '@tallystick/engine/merkle'
import { type LogFiles, UnreachableError } from './log-files.ts'

export interface ServedLog extends LogFiles {
  /** The raw public keys that the service lists, in base64. Throws `UnreachableError`. */
  readonly keys: () => Promise<readonly string[]>
}

interface LogChoice {
  readonly apiKey?: string | undefined
  readonly name?: 'log' | 'index'
}

export const isAddress = (text: string): boolean => /^[a-z]+:\/\//i.test(text)

export function addressFault(text: string): string | undefined {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
    ? undefined
    : `Got ${JSON.stringify(text)}, wanted the address of a service or a log, such as https://example.com/api/v1`
}

/** The origin of the service at an address, or at that of its API. */
export const serviceAt = (address: string): string => address.replace(/\/+$/, '').replace(/\/api\/v1$/, '')

/**
 * The log at an address: of a service, of its API (`…/api/v1`), or of the log itself, such as a mirror. Requires an
 * address in which `addressFault` finds no fault. No answer is trusted, and each is bounded in size and time. `apiKey`
 * is sent only to an address that ends in `/api/v1/log`, and never to a redirect.
 */
export function logAt(address: string, { apiKey, name = 'log' }: LogChoice = {}): ServedLog {
  const base = logAddressOf(address, name)
  const isService = base.endsWith('/api/v1/log')
  const headers: Record<string, string> = isService && apiKey !== undefined ? { 'X-API-Key': apiKey } : {}
  return {
    place: base,
    read: (path) => fetchBytes(`${base}/${path}`, headers),
    async consistency(from, to) {
      const bytes = await fetchBytes(`${base}/consistency?from=${from}&to=${to}`, headers)
      return bytes && proofIn(jsonIn(bytes))
    },
    async keys() {
      const bytes = await fetchBytes(new URL('/.well-known/tallystick-keys', base).href, {})
      return bytes === undefined ? [] : keysIn(jsonIn(bytes))
    },
  }
}

function logAddressOf(address: string, name: string): string {
  const { origin, pathname } = new URL(address)
  const path = pathname.replace(/\/+$/, '')
  if (path === '') return `${origin}/api/v1/${name}`
  return path.endsWith('/api/v1') ? `${origin}${path}/${name}` : `${origin}${path}`
}

/** The largest answer that is read: more than 256 entries of the greatest length. */
const byteCountMax = 20_000_000
const answerMillisecondsMax = 30_000
/** RFC 9110 §15.5.2 and §15.5.4: the API key is missing, or does not belong to this log. */
const unkeyedStatuses = [401, 403]

async function fetchBytes(url: string, headers: Record<string, string>): Promise<Uint8Array | undefined> {
  try {
    for (let attempts = 1; ; attempts += 1) {
      const response = await fetch(url, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(answerMillisecondsMax),
      })
      const bytes = await readBody(response)
      if (response.ok) return bytes
      if (response.status === 404 || response.status === 410) return undefined
      const waitSeconds = response.status === 429 ? retryAfterIn(response) : undefined
      if (waitSeconds === undefined || attempts === attemptCountMax)
        throw new UnreachableError(refusalText(url, response.status, bytes))
      await sleep(waitSeconds * 1_000)
    }
  } catch (error) {
    if (error instanceof UnreachableError) throw error
    throw new UnreachableError(`${url} cannot be reached: ${reasonOf(error)}`)
  }
}

/**
 * A service limits the requests of a minute, and reading a whole log takes one request for every 128 entries: refused
 * requests are repeated.
 */
const attemptCountMax = 5
const waitSecondsMax = 120

/**
 * Seconds to wait before the next request (RFC 9110 §10.2.3); undefined where the answer states no time, or one beyond
 * the limit.
 */
function retryAfterIn({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After') ?? ''
  return /^\d{1,3}$/.test(text) && Number(text) <= waitSecondsMax ? Number(text) : undefined
}

function refusalText(url: string, status: number, bytes: Uint8Array): string {
  const wanted = unkeyedStatuses.includes(status) ? ', wanted an API key of the log in TALLYSTICK_API_KEY' : ''
  return `${url} answered ${status}${codeIn(bytes)}${wanted}`
}

async function readBody({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let byteCount = 0
  for await (const part of body ?? []) {
    byteCount += part.length
    if (byteCount > byteCountMax) throw new Error(`the answer has more than ${byteCountMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function codeIn(bytes: Uint8Array): string {
  const { code } = Object(jsonIn(bytes))
  return typeof code === 'string' ? ` (${code})` : ''
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

function proofIn(value: unknown): ConsistencyProof | undefined {
  const { from, to, hashes } = Object(value)
  const isProof = Number.isSafeInteger(from) && Number.isSafeInteger(to) && isTexts(hashes)
  return isProof ? { from, to, hashes } : undefined
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function keysIn(value: unknown): readonly string[] {
  const { keys } = Object(value)
  const texts: unknown[] = Array.isArray(keys) ? keys.map((key) => Object(key).publicKey) : []
  return texts.filter((text) => typeof text === 'string')
}
