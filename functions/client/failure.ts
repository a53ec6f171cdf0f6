import type { Fault } from '@tallystick/schema/problem'
import type { ProblemCode } from '@tallystick/schema/problem-table'

/** A problem (RFC 9457) as the service answers with it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCode
  readonly requestId: string
  /** All faults of the request, where there are several or one of them has a place. */
  readonly errors?: readonly Fault[]
}

/** Why a call failed. */
export type Failure =
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly problem: Problem }
  /** No answer came, however often the call was tried. */
  | { readonly kind: 'unreachable'; readonly code: 'unreachable'; readonly cause: unknown }
  /** A server other than the service answered, or the answer was cut off. `text` is its beginning. */
  | { readonly kind: 'unexpected'; readonly code: 'unexpected_answer'; readonly status: number; readonly text: string }

/** Thrown by each call that fails. An aborted signal throws its own reason instead. */
export class TallystickError extends Error {
  override readonly name = 'TallystickError'
  readonly failure: Failure
  /** The answer's `Retry-After`; undefined where it has none. */
  readonly retryAfterSeconds: number | undefined

  constructor(failure: Failure, retryAfterSeconds?: number) {
    super(messageOf(failure), failure.kind === 'unreachable' ? { cause: failure.cause } : undefined)
    this.failure = failure
    this.retryAfterSeconds = retryAfterSeconds
  }

  get code(): Failure['code'] {
    return this.failure.code
  }
}

function messageOf(failure: Failure): string {
  if (failure.kind === 'unexpected') return `The service answered ${failure.status} with no problem of its own`
  if (failure.kind === 'unreachable') return `The service cannot be reached: ${reasonOf(failure.cause)}`
  const { code, detail, errors = [] } = failure.problem
  // A fault is left out where the detail of the problem already says it.
  const others = errors.filter((fault) => !detail.includes(fault.detail))
  const places = others.map((fault) => `\n${[fault.pointer, fault.detail].filter(Boolean).join(': ')}`)
  return `${code}: ${detail}${places.join('')}`
}

/** The reason of an error of `fetch`: the error itself only says "fetch failed", its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  // Where several addresses of one host name failed, the cause has no message.
  return cause.message || ('code' in cause ? String(cause.code) : error.message)
}

/** The failure for an answer whose status is not 2xx, made of its status and body. */
export function failureOf(status: number, text: string): Failure {
  const problem = problemIn(text)
  return problem === undefined
    ? { kind: 'unexpected', code: 'unexpected_answer', status, text: text.slice(0, 1000) }
    : { kind: 'problem', code: problem.code, problem }
}

function problemIn(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value?.code === 'string' && typeof value.requestId === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
