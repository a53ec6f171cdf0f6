import { type Failure, failureOf, TallystickError } from './failure.ts'

/** How the client reaches the service. */
export interface ClientOptions {
  /** Where the service is, such as `https://tallystick.example`; a path after the origin stays before `/api/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly adminKey?: string
  /** Tries of one call in all, the first included; 4 when left out. */
  readonly tries?: number
  /** The longest wait before another try, in seconds; 60 when left out. A service that asks for more is not waited for. */
  readonly waitSecondsMax?: number
  /** Sends a request; the platform's own `fetch` when left out. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Resolves after so many milliseconds; by timer when left out. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call with an `AbortError`. */
  readonly signal?: AbortSignal
}

export type QueryValue = string | number | boolean | readonly string[] | undefined
export type Query = { readonly [name: string]: QueryValue }

export interface Call extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `prefix`, with every variable part encoded. */
  readonly path: string
  /** `/api/v1` when left out. */
  readonly prefix?: '' | undefined
  readonly query?: Query | undefined
  readonly accept?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: { readonly mediaType: string; readonly content: string | Uint8Array<ArrayBuffer> } | undefined
  readonly idempotencyKey?: string | undefined
}

/** Sends a call. Resolves with an answer of 2xx, and throws a `TallystickError` for every other end. */
export type Send = (call: Call) => Promise<Response>

/**
 * The one way to the service. A call is tried again after the service's `Retry-After` (429, 503, a key in use), and after
 * a growing pause when no answer came. Only what may be repeated is: reads, deletions, and what has an idempotency key;
 * anything else only after 429, which refuses before anything is done.
 */
export function createSend(options: ClientOptions): Send {
  const { tries = 4, sleep = wait } = options
  return async (call) => {
    for (let made = 1; ; made += 1) {
      const outcome = await attempt(options, call)
      if (outcome instanceof Response) return outcome
      const pause = made < tries ? pauseOf(options, call, { ...outcome, made }) : undefined
      if (pause === undefined) throw new TallystickError(outcome.failure)
      await sleep(pause)
      call.signal?.throwIfAborted()
    }
  }
}

interface Failed {
  readonly failure: Failure
  /** The answer's `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined
}

async function attempt(options: ClientOptions, call: Call): Promise<Response | Failed> {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  try {
    const response = await send(requestOf(options, call))
    if (response.ok) return response
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    const failure = failureOf(response.status, await response.text())
    return { failure, retryAfter: Number.isFinite(seconds) ? seconds : undefined }
  } catch (cause) {
    call.signal?.throwIfAborted()
    return { failure: { kind: 'unreachable', code: 'unreachable', cause }, retryAfter: undefined }
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
  // A key must not follow a redirect to another place; the redirect itself is then an unexpected answer.
  return new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: body.content }),
    ...(signal !== undefined && { signal }),
  })
}

/** Milliseconds to wait before another try; undefined when there is to be none. */
function pauseOf(
  { waitSecondsMax = 60 }: ClientOptions,
  call: Call,
  { failure, retryAfter, made }: Failed & { readonly made: number },
): number | undefined {
  if (!isWorthAnother(failure) || !(isRefusedEarly(failure) || mayRepeat(call))) return undefined
  const seconds = retryAfter ?? Math.min(2 ** (made - 1), 8) * (0.5 + Math.random() / 2)
  return seconds > waitSecondsMax ? undefined : seconds * 1000
}

const gatewayStatuses = [502, 503, 504]

/** Whether the same request may end otherwise in a while. */
function isWorthAnother(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unexpected') return gatewayStatuses.includes(failure.status)
  return isRefusedEarly(failure) || failure.problem.status === 503 || failure.code === 'idempotency_key_in_use'
}

/** Whether the service refused before it did anything. */
const isRefusedEarly = (failure: Failure): boolean => failure.kind === 'problem' && failure.problem.status === 429

const mayRepeat = ({ method = 'GET', idempotencyKey }: Call): boolean =>
  method === 'GET' || method === 'DELETE' || idempotencyKey !== undefined

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The JSON of an answer. Throws a `TallystickError` when it broke off. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const text = await readText(response)
  try {
    return JSON.parse(text)
  } catch {
    throw brokenOff(response, text)
  }
}

/** The text of an answer. Throws a `TallystickError` when it broke off. */
export async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    throw brokenOff(response, '')
  }
}

/** The bytes of an answer. Throws a `TallystickError` when it broke off. */
export async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    throw brokenOff(response, '')
  }
}

/** The error of an answer that did not arrive whole. */
export const brokenOff = ({ status }: Response, text: string): TallystickError =>
  new TallystickError({ kind: 'unexpected', code: 'unexpected_answer', status, text: text.slice(0, 1000) })

/** A part of a path that a caller names. */
export const segment = (text: string): string => encodeURIComponent(text)
