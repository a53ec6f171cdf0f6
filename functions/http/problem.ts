import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Fault, problemPageSchema, problemSchema } from '../../schema/problem.ts'
import type { AppEnv } from './app-env.ts'
import { problemDescriptions } from './problem-descriptions.ts'

export type { Fault }

/** Every problem the service can answer with: the one place where a code meets its HTTP status. */
export const problems = {
  malformed_json: { status: 400, title: 'Malformed JSON' },
  invalid_header: { status: 400, title: 'Invalid header' },
  invalid_cursor: { status: 400, title: 'Invalid cursor' },
  invalid_query: { status: 400, title: 'Invalid query' },
  idempotency_key_invalid: { status: 400, title: 'Invalid idempotency key' },
  idempotency_key_required: { status: 400, title: 'Idempotency key required' },
  api_key_missing: { status: 401, title: 'API key missing' },
  api_key_invalid: { status: 401, title: 'API key invalid' },
  api_key_expired: { status: 401, title: 'API key expired' },
  api_key_revoked: { status: 401, title: 'API key revoked' },
  admin_key_missing: { status: 401, title: 'Admin key missing' },
  admin_key_invalid: { status: 401, title: 'Admin key invalid' },
  scope_insufficient: { status: 403, title: 'Scope insufficient' },
  route_not_found: { status: 404, title: 'Route not found' },
  run_not_found: { status: 404, title: 'Run not found' },
  dataset_not_found: { status: 404, title: 'Dataset not found' },
  artifact_not_found: { status: 404, title: 'Artifact not found' },
  key_not_found: { status: 404, title: 'Key not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request timeout' },
  idempotency_key_in_use: { status: 409, title: 'Idempotency key in use' },
  run_not_finished: { status: 409, title: 'Run not finished' },
  run_not_replayable: { status: 409, title: 'Run not replayable' },
  adapter_ambiguous: { status: 409, title: 'Adapter ambiguous' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  unsupported_content_encoding: { status: 415, title: 'Unsupported content encoding' },
  validation_failed: { status: 422, title: 'Validation failed' },
  unknown_adapter: { status: 422, title: 'Unknown adapter' },
  same_dataset: { status: 422, title: 'Same dataset' },
  run_too_large: { status: 422, title: 'Run too large' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  unreadable_record: { status: 422, title: 'Unreadable record' },
  control_total_mismatch: { status: 422, title: 'Control total mismatch' },
  rate_limited: { status: 429, title: 'Rate limited' },
  quota_exceeded: { status: 429, title: 'Quota exceeded' },
  internal_error: { status: 500, title: 'Internal error' },
  storage_unavailable: { status: 503, title: 'Storage unavailable' },
  temporarily_overloaded: { status: 503, title: 'Temporarily overloaded' },
} as const satisfies Record<string, { readonly status: ContentfulStatusCode; readonly title: string }>

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
  const { status, title } = problems[code]
  c.set('problemCode', code)
  const body = {
    type: problemType(c, code),
    title,
    status,
    detail: details.detail ?? problemDescriptions[code],
    instance: new URL(c.req.url).pathname.slice(0, 1024),
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
