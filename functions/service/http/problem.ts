import { type Fault, problemPageSchema, problemSchema } from '@tallystick/schema/problem'
import { type ProblemCode, problemDescriptions, problems } from '@tallystick/schema/problem-table'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

export type { Fault }

interface ProblemDetails {
  /** What is wrong with this request; never internals. Defaults to the description of the code. */
  readonly detail?: string
  readonly errors?: readonly Fault[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown anywhere in the shell to end a request; `renderProblem` makes the answer. */
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

export const problemPage = problemPageSchema(every)

/** The URI that names the problem, on the origin of the request. */
export const problemType = (c: Context<AppEnv>, code: ProblemCode): string =>
  `${new URL(c.req.url).origin}/problems/${code}`

/** The `application/problem+json` answer (RFC 9457). 429 and 503 have `Retry-After`, unless waiting is in vain. */
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
  return c.body(JSON.stringify(body), status, {
    ...retryAfterOf(code),
    ...details.headers,
    'Content-Type': 'application/problem+json',
  })
}

/** A diverged log waits for a person. A missing setting stays missing until the Worker is deployed again. */
function retryAfterOf(code: ProblemCode): Readonly<Record<string, string>> {
  const { status } = problems[code]
  if ((status !== 429 && status !== 503) || code === 'not_configured') return {}
  return { 'Retry-After': code === 'log_diverged' ? '60' : '1' }
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
  'sign_in_required',
  'scope_insufficient',
  'role_missing',
  'origin_refused',
  'tenant_suspended',
  'rate_limited',
  'quota_exceeded',
  'storage_unavailable',
  'temporarily_overloaded',
]
const operatorCodes: readonly ProblemCode[] = [
  'admin_key_missing',
  'admin_key_invalid',
  'rate_limited',
  'storage_unavailable',
  'temporarily_overloaded',
]
export const bodyCodes = [
  'malformed_json',
  'request_timeout',
  'temporarily_overloaded',
  'unsupported_media_type',
  'validation_failed',
] as const

export const idempotencyCodes = [
  'idempotency_key_invalid',
  'idempotency_key_required',
  'idempotency_key_in_use',
  'idempotency_key_reused',
] as const

export const storedCodes = ['records_altered', 'records_deleted', 'records_lost'] as const

/** The OpenAPI responses for the problems of a keyed route: the common ones and `own`. */
export const problemResponses = (...own: readonly ProblemCode[]): ProblemResponses =>
  publicProblemResponses(...keyedCodes, ...own)

export const operatorProblemResponses = (...own: readonly ProblemCode[]): ProblemResponses =>
  publicProblemResponses(...operatorCodes, ...own)

export function publicProblemResponses(...own: readonly ProblemCode[]): ProblemResponses {
  const ofStorage: readonly ProblemCode[] = own.includes('storage_unavailable') ? ['not_configured'] : []
  const codesByStatus = Map.groupBy(new Set([...publicCodes, ...own, ...ofStorage]), (code) => problems[code].status)
  const responses = [...codesByStatus].map(([status, codes]) => [status, responseOf(codes)] as const)
  return { 500: responseOf(['internal_error']), ...Object.fromEntries(responses) }
}

/** The generator of the OpenAPI document turns the codes into description and schema. */
const responseOf = (codes: readonly ProblemCode[]) => ({
  description: '',
  content: { 'application/problem+json': { schema, 'x-codes': codes } },
})

/** The content is optional, so that a handler may return a plain Response: a stored answer, byte for byte. */
type ProblemResponses = {
  500: { description: string; content?: { 'application/problem+json': { schema: typeof schema } } }
}
