import type { Client, RunRecord } from '@tallystick/client'
import { outlast, type Patience, pauseFor, pauseMilliseconds } from '../outlast.ts'
import type { RunProgress } from './run-progress.ts'

/** Aborting the signal ends only the waiting; the run goes on. */
interface Awaiting extends Patience {
  readonly client: Pick<Client, 'runs'>
  readonly progress: RunProgress
}

/** A run tells its progress anew every second. After a minute the pauses grow, so that a long run costs few requests. */
const longestPause = (waitedMilliseconds: number): number =>
  Math.min(pauseMilliseconds.longest, Math.max(1_000, waitedMilliseconds / 60))

/** Waits until the run has ended, however long that takes. Throws as `outlast` does. */
export async function awaitRun(awaiting: Awaiting, begun: RunRecord): Promise<RunRecord> {
  const { client, progress, signal } = awaiting
  const { id } = begun
  let run = begun
  let waited = 0
  for (let next = pauseMilliseconds.first; !isEnded(run); next = Math.min(2 * next, longestPause(waited))) {
    progress.show(run)
    await pauseFor(awaiting, next)
    waited += next
    run = await outlast(awaiting, () => client.runs.get(id, { signal }))
  }
  return run
}

export const isEnded = ({ status }: Pick<RunRecord, 'status'>): boolean => status !== 'queued' && status !== 'running'

/** Why an ended run has no result; undefined where it was completed. */
export function faultOfRun({ id, status, failure }: Pick<RunRecord, 'id' | 'status' | 'failure'>): string | undefined {
  if (status === 'cancelled') return `${id} was cancelled`
  if (status === 'completed') return undefined
  return `${id} failed: ${failure === null ? 'it does not say why' : `${failure.code}: ${failure.detail}`}`
}
