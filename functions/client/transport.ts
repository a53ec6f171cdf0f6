import { type Failure, failureOf, TallystickError } from './failure.ts'

export interface ClientOptions {
  readonly baseUrl: string
  readonly apiKey?: string
  readonly adminKey?: string
  /** How often one call is tried, the first try included; 4 when left out. */
  readonly tries?: number
  /**
   * The longest wait before another try, in seconds; 60 when left out. If the service asks for a longer wait, the call
   * fails at once.
   */
  readonly waitSecondsMax?: number
  /** Called with each failure before the same request is sent again. An error thrown by it ends the call. */
  readonly onRetry?: (failure: Failure) => void
  /** Left out, it is the platform's own `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Resolves after this many milliseconds, or rejects once the signal is aborted. Left out, a timer is used. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export interface CallOptions {
  /** Aborting this signal ends the call with the reason of the signal. */
  readonly signal?: AbortSignal
}

export type QueryValue = string | number | boolean | readonly string[] | undefined
export type Query = { readonly [name: string]: QueryValue }

export interface Call extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `prefix`, with every variable part encoded. */
  readonly path: string
  /** `/api/v1` when left out. */
  readonly prefix?: '' | undefined
  readonly query?: Query | undefined
  readonly accept?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: { readonly mediaType: string; readonly content: string | Uint8Array<ArrayBuffer> } | undefined
  readonly idempotencyKey?: string | undefined
  /** Whether the call is a POST that changes nothing, or changes nothing more when it is repeated. */
  readonly isRepeatable?: boolean
  /** Whether the answer is given as it arrives. What it then breaks off with is the caller's, and is not retried. */
  readonly isStreamed?: boolean
}

/** Resolves with an answer of status 2xx that arrived whole unless it is streamed; throws a `TallystickError` else. */
export type Send = (call: Call) => Promise<Response>

/**
 * Sends calls and retries them where no whole answer came, after status 429, 502, 503 or 504, and while an idempotency
 * key is in use. Waits for the service's `Retry-After`, else for a growing pause. With 429 the service has done nothing yet,
 * so every call is retried; otherwise only calls that `mayRepeat` accepts. A failure that the operator has to mend is
 * never retried.
 */
export function createSend(options: ClientOptions): Send {
  const { tries = 4, sleep = wait } = options
  return async (call) => {
    for (let made = 1; ; made += 1) {
      const outcome = await attempt(options, call)
      if (outcome instanceof Response) return outcome
      const pause = made < tries ? pauseOf(options, call, { ...outcome, made }) : undefined
      if (pause === undefined) throw new TallystickError(outcome.failure, outcome.retryAfter)
      options.onRetry?.(outcome.failure)
      await sleep(pause, call.signal)
      call.signal?.throwIfAborted()
    }
  }
}

interface Failed {
  readonly failure: Failure
  /** The answer's `Retry-After` in seconds. */
  readonly retryAfter: number | undefined
}

async function attempt(options: ClientOptions, call: Call): Promise<Response | Failed> {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const request = makeRequest(options, call)
  try {
    const response = await send(request)
    if (response.ok) return call.isStreamed ? response : await wholeOf(response, call.signal)
    const retryAfter = secondsIn(response.headers.get('Retry-After'))
    return { failure: failureOf(response.status, await response.text()), retryAfter }
  } catch (cause) {
    call.signal?.throwIfAborted()
    return { failure: unreachable(cause), retryAfter: undefined }
  }
}

/** The answer with its body in memory, so that a connection lost within the body fails here, where it is retried. */
async function wholeOf(response: Response, signal?: AbortSignal): Promise<Response | Failed> {
  try {
    const body = await response.arrayBuffer()
    return new Response(body.byteLength === 0 ? null : body, response)
  } catch {
    signal?.throwIfAborted()
    return { failure: brokenOff(response, '').failure, retryAfter: undefined }
  }
}

const unreachable = (cause: unknown): Failure => ({ kind: 'unreachable', code: 'unreachable', cause })

/** The seconds of a `Retry-After`, given as a number or a date (RFC 9110 §10.2.3). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const seconds = (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function makeRequest(options: ClientOptions, call: Call): Request {
  try {
    return requestOf(options, call)
  } catch (cause) {
    throw new TallystickError(unreachable(cause))
  }
}

function requestOf({ baseUrl, apiKey, adminKey }: ClientOptions, call: Call): Request {
  const { method = 'GET', path, prefix = '/api/v1', query = {}, accept = 'application/json' } = call
  const { body, idempotencyKey, signal } = call
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${prefix}${path}`)
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each))
  const headers = new Headers({ ...call.headers, Accept: accept })
  if (apiKey !== undefined) headers.set('X-API-Key', apiKey)
  if (adminKey !== undefined) headers.set('X-Admin-Key', adminKey)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (body !== undefined) headers.set('Content-Type', body.mediaType)
  // An API key must not follow a redirect to another server. The redirect itself then counts as an unexpected answer.
  return new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: body.content }),
    ...(signal !== undefined && { signal }),
  })
}

/** Milliseconds to wait before another try; undefined where the call is not tried again. */
function pauseOf(
  { waitSecondsMax = 60 }: ClientOptions,
  call: Call,
  { failure, retryAfter, made }: Failed & { readonly made: number },
): number | undefined {
  if (!isWorthAnother(failure) || !(isRefusedEarly(failure) || mayRepeat(call))) return undefined
  const seconds = retryAfter ?? Math.min(2 ** (made - 1), 8) * (0.5 + Math.random() / 2)
  return seconds > waitSecondsMax ? undefined : seconds * 1000
}

function isWorthAnother(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return true
  // Of a status of success only an answer that broke off is a failure.
  if (failure.kind === 'unexpected') return failure.status < 300 || [502, 503, 504].includes(failure.status)
  if (failure.code === 'not_configured') return false
  return isRefusedEarly(failure) || failure.problem.status === 503 || failure.code === 'idempotency_key_in_use'
}

/** Whether the service refused the call before it did anything. */
const isRefusedEarly = (failure: Failure): boolean => failure.kind === 'problem' && failure.problem.status === 429

const mayRepeat = ({ method = 'GET', idempotencyKey, isRepeatable = false }: Call): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || idempotencyKey !== undefined || isRepeatable

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })

/** Parses the body of an answer. Throws a `TallystickError` where it is no JSON. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw brokenOff(response, text)
  }
}

export const brokenOff = ({ status }: Response, text: string): TallystickError =>
  new TallystickError({ kind: 'unexpected', code: 'unexpected_answer', status, text: text.slice(0, 1000) })

/** Encodes a part of a path whose value comes from the caller. */
export const segment = (text: string): string => encodeURIComponent(text)
