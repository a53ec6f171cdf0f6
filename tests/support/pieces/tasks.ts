import type { PerformTask, PieceJob } from '../../../functions/service/runs/pieces/piece-context.ts'
import type { PieceStore } from '../../../functions/service/runs/pieces/piece-store.ts'
import { inOrder, type Performing } from '../../../functions/service/runs/pieces/piece-tasks.ts'

/** What a platform does to tasks, in memory: results cross as JSON, and a name is used once. */

/** Performs each task so many times in a row: the last result counts. */
export function performTimes(count: number): PerformTask {
  const names = new Set<string>()
  return async (name, task) => {
    if (names.has(name)) throw new Error(`The task ${name} has no name of its own`)
    names.add(name)
    for (let time = 1; time < count; time++) await task()
    return crossed(await task())
  }
}

/** Performs independent tasks the last first: none may need what another one writes. What they are given is JSON. */
export const lastFirst =
  (job: PieceJob, perform: PerformTask): Performing['performAll'] =>
  async (phase, kind, tasks) => {
    const results = await inOrder(job, perform)(phase, kind, crossed(tasks).toReversed())
    return results.toReversed()
  }

class KilledError extends Error {}

/** A store that stops the task that writes, before or after each of its first writes, one after another. */
export function killingStore(store: PieceStore, writesBeforeDeath: () => number): PieceStore {
  let left = Number.POSITIVE_INFINITY
  return {
    ...store,
    async write(name, bytes) {
      if (left === Number.POSITIVE_INFINITY) left = writesBeforeDeath()
      if (left <= 0) {
        left = Number.POSITIVE_INFINITY
        throw new KilledError('The isolate was killed')
      }
      left -= 1
      await store.write(name, bytes)
    },
  }
}

/** Performs a task again as long as it is killed, at most so many times. */
export const performUntilDone =
  (timesMax: number): PerformTask =>
  async (_, task) => {
    for (let time = 1; ; time++)
      try {
        return crossed(await task())
      } catch (error) {
        if (!(error instanceof KilledError) || time === timesMax) throw error
      }
  }

/** A result as JSON, which has no word for `undefined`. */
const crossed = <Result>(result: Result): Result => JSON.parse(JSON.stringify(result ?? null))
