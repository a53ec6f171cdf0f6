import { TallystickError } from '@tallystick/client'
import type { Fault } from '@tallystick/schema/problem'
import { RefusedError } from '../parts/refused-error.ts'
import { adviceOf } from './advices.ts'

interface FailureText {
  readonly title: string
  readonly detail: string
  readonly faults: readonly { readonly place: string; readonly detail: string }[]
  readonly advice: string
  readonly requestId: string | undefined
}

export function failureText(error: unknown): FailureText {
  if (error instanceof RefusedError)
    return {
      ...plain('This was refused', error.message, 'Nothing was changed.'),
      faults: error.faults.slice(1).map((detail) => ({ place: '', detail })),
    }
  if (!(error instanceof TallystickError))
    return plain('Something failed in this page', messageOf(error), 'Try again, or load the page anew.')
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

const plain = (title: string, detail: string, advice: string): FailureText => ({
  title,
  detail,
  faults: [],
  advice,
  requestId: undefined,
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The line and column of a fault in a file, or its pointer in a request (RFC 6901). */
export function placeOf({ file, line, column, field, pointer }: Partial<Fault>): string {
  const parts = [
    ...(file === undefined ? [] : [file]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column == null ? [] : [`column ${column}`]),
    ...(field == null || field === column ? [] : [field]),
  ]
  return parts.length > 0 ? parts.join(', ') : (pointer ?? '')
}
