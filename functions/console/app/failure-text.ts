import type { Fault } from '../../../schema/problem.ts'
import { TallystickError } from '../../client/index.ts'

/** A failure in the words of the page. */
export interface FailureText {
  readonly title: string
  readonly detail: string
  /** Each fault with its place, such as `line 3, column Betrag`. */
  readonly faults: readonly { readonly place: string; readonly detail: string }[]
  /** What to do; empty where the detail says it all. */
  readonly advice: string
  readonly requestId: string | undefined
}

/** What to do about the problems that a person can do something about. */
const advices: { readonly [code: string]: string } = {
  api_key_missing: 'Sign in with a key.',
  api_key_invalid: 'Copy the whole key again, from its first character to its last.',
  api_key_expired: 'Ask whoever manages your keys for a new one.',
  api_key_revoked: 'Ask whoever manages your keys for a new one.',
  scope_insufficient: 'Sign in with a key that has this scope, or ask whoever manages your keys for one.',
  tenant_suspended: 'Ask the operator of this service why.',
  storage_quota_exceeded: 'Delete datasets or runs that you no longer need, or ask the operator for more room.',
  rate_limited: 'Wait, then try again.',
  quota_exceeded: 'Wait until the next hour, or ask the operator for a larger plan.',
  adapter_ambiguous: 'Name the instance, as in bank:main-eur, or choose one dataset.',
  same_dataset: 'Choose another dataset for one of the sides.',
  dataset_in_use: 'Wait until the run that reads it has ended, or cancel that run.',
  idempotency_key_in_use: 'The first request is still at work: wait a moment, then look at the list.',
  temporarily_overloaded: 'Wait a moment, then try again.',
  storage_unavailable: 'Wait a moment, then try again.',
  unreadable_record: 'Mend the rows below, or choose a mapping that reads them, and upload again.',
  internal_error: 'Try again; if it stays, tell the operator the request id below.',
  run_not_replayable: 'Only a run that has ended, under this version of the engine, can be replayed.',
}

/** A failure of a call, or whatever else was thrown, for a person. */
export function failureText(error: unknown): FailureText {
  if (!(error instanceof TallystickError)) return plain('Something failed in this page', messageOf(error))
  const { failure } = error
  if (failure.kind === 'unreachable')
    return plain(
      'No answer',
      'The service cannot be reached.',
      'Check the connection, then try again. Nothing is lost.',
    )
  if (failure.kind === 'unexpected')
    return plain(
      'An unexpected answer',
      `Something between this page and the service answered with ${failure.status}.`,
      'Try again in a moment.',
    )
  const { title, detail, code, requestId, errors = [] } = failure.problem
  return {
    title,
    detail,
    faults: errors.map((fault) => ({ place: placeOf(fault), detail: fault.detail })),
    advice: adviceOf(code),
    requestId,
  }
}

const plain = (title: string, detail: string, advice = ''): FailureText => ({
  title,
  detail,
  faults: [],
  advice,
  requestId: undefined,
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Where a fault is: of a file its line and column, of a request its pointer (RFC 6901). */
export function placeOf({ file, line, column, field, pointer }: Partial<Fault>): string {
  const parts = [
    ...(file === undefined ? [] : [file]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column == null ? [] : [`column ${column}`]),
    ...(field == null ? [] : [field]),
  ]
  return parts.length > 0 ? parts.join(', ') : (pointer ?? '')
}

/** Most problems say themselves what to do. */
function adviceOf(code: string): string {
  const advice = advices[code]
  return advice === undefined ? '' : advice
}
