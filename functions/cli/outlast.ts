import { setTimeout as wait } from 'node:timers/promises'
import { type Failure, TallystickError } from '@tallystick/client'
import { NobodyThereError } from './patient-client.ts'

/** How long a command waits for a service that is away. */
export interface Patience {
  /** Ends the waiting. */
  readonly signal: AbortSignal
  /** Resolves after so many milliseconds, or rejects once the signal is aborted; by timer when left out. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The pauses between two requests, which double. The service asks for five seconds. */
export const pauseMilliseconds = { first: 250, longest: 5_000 }

/** Requests in a row without an answer, each of which the client has tried again for most of a minute. */
const failedCountMax = 20

/**
 * What `ask` resolves with, however long that takes: a connection that is lost, or a service that cannot answer for a
 * while, is waited for. `ask` makes a request that may be repeated. Throws the `TallystickError` of anything else, or of 20
 * requests in a row, and what the signal was aborted with.
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

/** Waits, unless the signal is aborted, with which it rejects. */
export const pauseFor = ({ signal, pause = timer }: Patience, milliseconds: number): Promise<void> =>
  pause(milliseconds, signal)

const timer = (milliseconds: number, signal: AbortSignal): Promise<void> => wait(milliseconds, undefined, { signal })

/** Whether the request that failed so may be answered in a while. */
export const isPassingError = (error: unknown): error is TallystickError =>
  error instanceof TallystickError && !(error instanceof NobodyThereError) && isPassing(error.failure)

/** An answer of 2xx is one that broke off. */
function isPassing(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unexpected') return failure.status < 300 || failure.status >= 500
  return failure.code !== 'not_configured' && [429, 503].includes(failure.problem.status)
}
