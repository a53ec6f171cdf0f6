import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type RunRecord, TallystickError } from '../../client/index.ts'
import { isEnded, isPassing } from './await-run.ts'

export interface Cancelling {
  readonly client: Pick<Client, 'runs'>
  /** The same service, each call of which is made once. */
  readonly once: Pick<Client, 'runs'>
  /** Resolves after so many milliseconds; by timer when left out. */
  readonly pause?: (milliseconds: number) => Promise<unknown>
}

const requestCountMax = 8
const pauseMilliseconds = 2_000

/**
 * The run, cancelled, or as it has ended. The request that cancels a run would delete one that has ended, also one that was
 * cancelled by the same request before: so it is sent only to a run that has just been seen unfinished, and is never
 * repeated blindly. Throws `TallystickError`.
 */
export async function requestCancellation(cancelling: Cancelling, id: string): Promise<RunRecord> {
  const { client, once, pause = wait } = cancelling
  for (let requestCount = 0; ; requestCount += 1) {
    const run = await client.runs.get(id)
    if (isEnded(run)) return run
    try {
      await once.runs.delete(id)
    } catch (error) {
      const mayEnd = error instanceof TallystickError && (isPassing(error.failure) || error.code === 'run_not_finished')
      if (!mayEnd || requestCount === requestCountMax) throw error
      await pause(pauseMilliseconds)
    }
  }
}
