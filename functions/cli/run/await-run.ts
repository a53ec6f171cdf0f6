import type { Client, RunRecord } from '@tallystick/client'
import { outlast, type Patience, pauseFor, pauseMilliseconds } from '../outlast.ts'
import type { RunProgress } from './run-progress.ts'

/** What waits for a run; its signal ends the waiting, and the run goes on. */
export interface Awaiting extends Patience {
  readonly client: Pick<Client, 'runs'>
  readonly progress: RunProgress
}

/** The run once it has ended, however long that takes, through what `outlast` waits for. Throws as `outlast` does. */
export async function awaitRun(awaiting: Awaiting, begun: RunRecord): Promise<RunRecord> {
  const { client, progress, signal } = awaiting
  const { id } = begun
  let run = begun
  for (let next = pauseMilliseconds.first; !isEnded(run); next = Math.min(2 * next, pauseMilliseconds.longest)) {
    progress.show(run)
    await pauseFor(awaiting, next)
    run = await outlast(awaiting, () => client.runs.get(id, { signal }))
  }
  return run
}

/** Whether a run has come to its end, good or bad. */
export const isEnded = ({ status }: Pick<RunRecord, 'status'>): boolean => status !== 'queued' && status !== 'running'
