import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type Failure, type RunRecord, TallystickError } from '../../client/index.ts'
import type { RunProgress } from './run-progress.ts'

export interface Awaiting {
  readonly client: Pick<Client, 'runs'>
  readonly progress: RunProgress
  /** Ends the waiting; the run goes on. */
  readonly signal: AbortSignal
  /** Resolves after so many milliseconds, or rejects once the signal is aborted; by timer when left out. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The pauses between two looks, which double. The service asks for five seconds. */
const pauseMilliseconds = { first: 250, longest: 5_000 }

/** Looks in a row without an answer, each of which the client has tried again for most of a minute. */
const failedCountMax = 20

/**
 * The run once it has ended, however long that takes: a connection that is lost, or a service that cannot answer for a
 * while, is waited for. Throws the `TallystickError` of anything else, or of 20 looks in a row, and what the signal was
 * aborted with.
 */
export async function awaitRun(awaiting: Awaiting, begun: RunRecord): Promise<RunRecord> {
  const { client, progress, signal, pause = timer } = awaiting
  let run = begun
  let failedCount = 0
  for (let next = pauseMilliseconds.first; !isEnded(run); next = Math.min(2 * next, pauseMilliseconds.longest)) {
    progress.show(run)
    await pause(next, signal)
    try {
      run = await client.runs.get(run.id, { signal })
      failedCount = 0
    } catch (error) {
      failedCount += 1
      if (!(error instanceof TallystickError) || !isPassing(error.failure) || failedCount >= failedCountMax) throw error
    }
  }
  return run
}

/** Whether a run has come to its end, good or bad. */
export const isEnded = ({ status }: Pick<RunRecord, 'status'>): boolean => status !== 'queued' && status !== 'running'

/** Whether the same request may be answered in a while. An answer of 2xx is one that broke off. */
export function isPassing(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return true
  if (failure.kind === 'unexpected') return failure.status < 300 || failure.status >= 500
  return failure.code !== 'not_configured' && [429, 503].includes(failure.problem.status)
}

const timer = (milliseconds: number, signal: AbortSignal): Promise<void> => wait(milliseconds, undefined, { signal })
