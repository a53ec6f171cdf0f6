import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, TallystickError } from '@tallystick/client'
import { NobodyThereError } from './patient-client.ts'

export interface Patience {
  readonly signal: AbortSignal
  /** Resolves after this many milliseconds, or rejects once the signal is aborted. Left out, a timer is used. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The pause between two requests begins with `first` and doubles up to `longest`. */
export const pauseMilliseconds = { first: 250, longest: 5_000 }

/** Failed requests in a row before giving up. The client has already retried each of them for about half a minute. */
const failedCountMax = 20

/**
 * Repeats `ask` while the connection is lost or the service is unavailable. Requires a request that may be repeated.
 * Throws the `TallystickError` of any other failure, and that of the twentieth failed request in a row; throws the
 * reason of the signal where it is aborted.
 */
export async function outlast<Answer>(patience: Patience, ask: () => Promise<Answer>): Promise<Answer> {
  let next = pauseMilliseconds.first
  for (let askedCount = 1; ; askedCount += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isPassingError(error) || askedCount === failedCountMax) throw error
    }
    await pauseFor(patience, next)
    next = Math.min(2 * next, pauseMilliseconds.longest)
  }
}

/** Rejects with the reason of the signal once the signal is aborted. */
export const pauseFor = ({ signal, pause = timer }: Patience, milliseconds: number): Promise<void> =>
  pause(milliseconds, signal)

const timer = (milliseconds: number, signal: AbortSignal): Promise<void> => wait(milliseconds, undefined, { signal })

export const isPassingError = (error: unknown): error is TallystickError =>
  error instanceof TallystickError && !(error instanceof NobodyThereError) && isPassing(error.failure)

/** Whether another try may succeed. An unexpected answer with a status of 2xx was cut off by a lost connection. */
function isPassing(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unexpected') return failure.status < 300 || failure.status >= 500
  return failure.code !== 'not_configured' && [429, 503].includes(failure.problem.status)
}
