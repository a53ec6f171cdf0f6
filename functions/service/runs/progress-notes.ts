import { largeRunStore, type RunProgress } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import type { RunRow } from '../store/run-store.ts'
import type { Executor } from './executor.ts'
import { runLookMilliseconds } from './queue-run.ts'

export type StepProgress = Pick<RunProgress, 'recordsRead' | 'rule'>

export interface ProgressNotes {
  /**
   * Whether the run is still running under the attempt. With `progress`, also stores it and that the instance lives, at
   * most once in `noteMilliseconds`: a note writes seven rows, and a run has hundreds of steps.
   */
  goesOn(progress: StepProgress | null): Promise<boolean>
  /** Prolongs the life of the run's files while its instances are queued. */
  waits(): Promise<void>
}

export function createProgressNotes({ db, isolate }: Executor, { tenantId, id, attempt }: RunRow): ProgressNotes {
  const { noteMilliseconds } = isolate.runLimits
  const running = { runId: id, attempt }
  let notedAt = Number.NEGATIVE_INFINITY
  return {
    async goesOn(progress) {
      const now = isolate.now()
      if (progress === null || now - notedAt < noteMilliseconds)
        return (await largeRunStore(db).running(tenantId, running)).length > 0
      const [noted] = await db.batch([
        largeRunStore(db).progress(tenantId, running, { ...progress, lookAt: now + runLookMilliseconds }),
        folderStore(db).touchOfRun(tenantId, running, now),
      ])
      notedAt = now
      return noted.length > 0
    },
    async waits() {
      await folderStore(db).touchOfRun(tenantId, running, isolate.now())
    },
  }
}
