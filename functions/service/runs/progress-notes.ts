import { largeRunStore, type RunProgress } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import type { RunRow } from '../store/run-store.ts'
import type { Executor } from './executor.ts'
import { runLookMilliseconds } from './queue-run.ts'

export type StepProgress = Pick<RunProgress, 'recordsRead' | 'rule'>

/** How far a run is, as an instance notes it before its steps. */
export interface ProgressNotes {
  /**
   * Whether the run is still running under the attempt. Notes how far it is, that its instance lives and that its files are
   * wanted, when the last note is `noteMilliseconds` old: a note writes seven rows, and a run has hundreds of steps. Without
   * `progress` nothing is noted.
   */
  goesOn(progress: StepProgress | null): Promise<boolean>
  /** Notes that the run is not given up, where nothing goes on: its instances wait for their turn at the platform. */
  waits(): Promise<void>
}

/** The notes of one instance about the run that it executes. */
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
