import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Fault, problemPageSchema, problemSchema } from '../schema/problem.ts'
import type { AppEnv } from './app-env.ts'

export type { Fault }

interface ProblemKind {
  readonly status: ContentfulStatusCode
  readonly title: string
  readonly description: string
}

const kind = (status: ContentfulStatusCode, title: string, description: string): ProblemKind => ({
  status,
  title,
  description,
})

/** Every problem the service can answer with: the one place where a code meets its HTTP status. */
export const problems = {
  malformed_json: kind(
    400,
    'Malformed JSON',
    'The body is not JSON as this service reads it: RFC 8259, UTF-8, no member twice, numbers of at most 15 significant digits.',
  ),
  invalid_header: kind(
    400,
    'Invalid header',
    'A request header has a value that this route does not take, or is not taken here at all.',
  ),
  invalid_cursor: kind(
    400,
    'Invalid cursor',
    'The cursor was not given by this service, or was given for another query.',
  ),
  invalid_query: kind(400, 'Invalid query', 'A query parameter is unknown, given twice or has a value out of bounds.'),
  idempotency_key_invalid: kind(
    400,
    'Invalid idempotency key',
    'An Idempotency-Key has 1 to 255 printable ASCII characters and is sent once.',
  ),
  idempotency_key_required: kind(
    400,
    'Idempotency key required',
    'This tenant is set to refuse this request without an Idempotency-Key.',
  ),
  api_key_missing: kind(401, 'API key missing', 'The X-API-Key header is missing.'),
  api_key_invalid: kind(401, 'API key invalid', 'The API key is not one of this service.'),
  api_key_expired: kind(401, 'API key expired', 'The API key was right but its time is over.'),
  api_key_revoked: kind(401, 'API key revoked', 'The API key was right but has been revoked.'),
  admin_key_missing: kind(401, 'Admin key missing', 'The X-Admin-Key header is missing.'),
  admin_key_invalid: kind(401, 'Admin key invalid', 'The admin key is not the one of this service.'),
  scope_insufficient: kind(403, 'Scope insufficient', 'The API key does not have the scope that this route asks for.'),
  route_not_found: kind(404, 'Route not found', 'There is nothing at this path.'),
  run_not_found: kind(404, 'Run not found', 'This tenant has no run of that id.'),
  dataset_not_found: kind(404, 'Dataset not found', 'This tenant has no dataset of that id.'),
  key_not_found: kind(404, 'Key not found', 'This tenant has no such API key.'),
  method_not_allowed: kind(
    405,
    'Method not allowed',
    'The path exists, but not with this method; the Allow header lists those there are.',
  ),
  not_acceptable: kind(406, 'Not acceptable', 'The route has no representation that the Accept header takes.'),
  request_timeout: kind(408, 'Request timeout', 'The body stopped arriving. Nothing was stored.'),
  idempotency_key_in_use: kind(
    409,
    'Idempotency key in use',
    'The first request with this Idempotency-Key is still being executed.',
  ),
  run_not_finished: kind(409, 'Run not finished', 'The run has not ended yet, so it has no results.'),
  adapter_ambiguous: kind(
    409,
    'Adapter ambiguous',
    'The tenant has datasets of several instances of this adapter kind; the run has to name one.',
  ),
  payload_too_large: kind(
    413,
    'Payload too large',
    'The body, a record or the URL is longer than allowed; the limits are in /api/v1/meta.',
  ),
  unsupported_media_type: kind(
    415,
    'Unsupported media type',
    'The body’s Content-Type is missing or not one that this route reads.',
  ),
  unsupported_content_encoding: kind(
    415,
    'Unsupported content encoding',
    'Bodies are read as they are: no Content-Encoding but identity.',
  ),
  validation_failed: kind(
    422,
    'Validation failed',
    'The body is well formed but says something that cannot be taken; `errors` lists every fault.',
  ),
  unknown_adapter: kind(422, 'Unknown adapter', 'The adapter’s kind is not in the registry that /api/v1/meta shows.'),
  same_dataset: kind(422, 'Same dataset', 'Both sides of the run are the same dataset.'),
  run_too_large: kind(
    422,
    'Run too large',
    'The datasets hold more records than a run may take; the limit is in /api/v1/meta.',
  ),
  idempotency_key_reused: kind(422, 'Idempotency key reused', 'This Idempotency-Key was used for another request.'),
  unreadable_record: kind(
    422,
    'Unreadable record',
    'A row of the upload cannot be read; `errors` lists up to 20 faults. Nothing was stored.',
  ),
  control_total_mismatch: kind(
    422,
    'Control total mismatch',
    'The upload does not add up to the control totals that came with it. Nothing was stored.',
  ),
  rate_limited: kind(429, 'Rate limited', 'Too many requests within a minute; Retry-After says when to go on.'),
  quota_exceeded: kind(
    429,
    'Quota exceeded',
    'The hourly quota is used up; Retry-After says when the next hour begins.',
  ),
  internal_error: kind(500, 'Internal error', 'A fault of this service. The request id identifies it in the logs.'),
  storage_unavailable: kind(503, 'Storage unavailable', 'The database did not answer. The request may be retried.'),
  temporarily_overloaded: kind(
    503,
    'Temporarily overloaded',
    'There is more work than can be done at once. The request may be retried.',
  ),
} satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

export interface ProblemDetails {
  /** What is wrong with this very request; the description of the code when left out. Never internals. */
  readonly detail?: string
  readonly errors?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown anywhere in the shell to end a request; `renderProblem` makes the answer of it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

const every = Object.keys(problems)
const schema = problemSchema(every)

/** The schema of a problem page. */
export const problemPage = problemPageSchema(every)

/** Whether `code` is in the table. */
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** The HTTP status of `code`. */
export const statusOf = (code: ProblemCode): ContentfulStatusCode => problems[code].status

/** The URI that names the problem `code`, on the origin of the request. */
export const problemType = (c: Context<AppEnv>, code: ProblemCode): string =>
  `${new URL(c.req.url).origin}/problems/${code}`

/** The `application/problem+json` answer (RFC 9457) for `code`. 503 and 429 always say when to try again. */
export function renderProblem(c: Context<AppEnv>, code: ProblemCode, details: ProblemDetails = {}): Response {
  const { status, title, description } = problems[code]
  c.set('problemCode', code)
  const body = {
    type: problemType(c, code),
    title,
    status,
    detail: details.detail ?? description,
    instance: c.req.path.slice(0, 1024),
    code,
    requestId: c.var.requestId,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
  }
  const retryAfter: Record<string, string> = status === 429 || status === 503 ? { 'Retry-After': '1' } : {}
  return c.body(JSON.stringify(body), status, {
    ...retryAfter,
    ...details.headers,
    'Content-Type': 'application/problem+json',
  })
}

const publicCodes: readonly ProblemCode[] = [
  'invalid_header',
  'invalid_query',
  'not_acceptable',
  'payload_too_large',
  'unsupported_content_encoding',
  'internal_error',
]
const keyedCodes: readonly ProblemCode[] = [
  ...publicCodes,
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'scope_insufficient',
  'rate_limited',
  'quota_exceeded',
  'storage_unavailable',
  'temporarily_overloaded',
]
/** What reading a JSON body may end in. */
export const bodyCodes = ['malformed_json', 'request_timeout', 'unsupported_media_type', 'validation_failed'] as const

/** The OpenAPI responses of a keyed route: those every such route has, and those of `own` codes. */
export const problemResponses = (...own: readonly ProblemCode[]): ProblemResponses =>
  publicProblemResponses(...keyedCodes, ...own)

/** The same for a route without a key. */
export function publicProblemResponses(...own: readonly ProblemCode[]): ProblemResponses {
  const codesByStatus = Map.groupBy(new Set([...publicCodes, ...own]), (code) => problems[code].status)
  const responses = [...codesByStatus].map(([status, codes]) => [status, responseOf(codes)] as const)
  return { 500: responseOf(['internal_error']), ...Object.fromEntries(responses) }
}

const responseOf = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `\`${code}\``).join(' '),
  content: { 'application/problem+json': { schema } },
})

/**
 * One status stands for all of them. Its content is optional by type, so that a handler may also return a Response as
 * it is: a stored answer has to come back byte for byte.
 */
type ProblemResponses = {
  500: { description: string; content?: { 'application/problem+json': { schema: typeof schema } } }
}
