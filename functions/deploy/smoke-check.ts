import { type ProblemCode, TallystickError } from '@tallystick/client'
import type { SmokeAnswer, SmokeClient } from './smoke-client.ts'

/**
 * A statement about the service, and a function that tries to confirm it. The function rejects with the reason where
 * the statement is false.
 */
export interface SmokeCheck {
  readonly name: string
  readonly attempt: (context: SmokeContext) => Promise<void>
}

export interface SmokeContext {
  /** Sends requests without a key. */
  readonly anyone: SmokeClient
  /** Sends requests with the key of the test's tenant. */
  readonly client: SmokeClient
  readonly found: Map<string, string>
}

export class SmokeFault extends Error {}

/**
 * Throws unless the answer has the status. The message contains the code and detail of the problem, which hold nothing
 * secret.
 */
export function wantStatus(answer: SmokeAnswer, status: number): void {
  if (answer.status === status) return
  const problem = [answer.member('code'), answer.member('detail'), answer.member('missing')].filter(Boolean).join(' ')
  throw new SmokeFault(`got ${answer.status} ${problem}, wanted ${status}`)
}

export function wantSame(what: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) === JSON.stringify(wanted)) return
  throw new SmokeFault(`${what} is ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`)
}

/** Throws unless the answer is a problem of this status and code, with the id of its request. */
export function wantProblem(answer: SmokeAnswer, status: number, code: string): void {
  wantSame('the media type', answer.headers.get('Content-Type')?.split(';')[0], 'application/problem+json')
  wantSame('the problem', [answer.status, answer.member('code')], [status, code])
  wantSame('requestId', answer.member('requestId'), answer.headers.get('X-Request-Id'))
}

/** Throws unless the service refuses the call with that code. */
export async function wantRefused(call: Promise<unknown>, code: ProblemCode): Promise<void> {
  const got = await call.then(
    () => 'an answer',
    (error: unknown) => (error instanceof TallystickError ? error.code : String(error)),
  )
  wantSame('the problem', got, code)
}
