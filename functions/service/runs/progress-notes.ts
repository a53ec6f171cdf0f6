import { largeRunStore } from '../store/large-run-store.ts'
import { folderStore } from '../store/line-folders.ts'
import type { RunRow } from '../store/run-store.ts'
import { aliveMilliseconds, type Executor } from './executor.ts'
import { silentMilliseconds } from './queue-run.ts'
import type { RunStage } from './run-stages.ts'

/**
 * Where an instance is in its run, and how many records of the stage it has done. A note writes one row, and every ten
 * seconds six more to say that the instance lives.
 */
export interface ProgressNotes {
  /**
   * Whether the run is still running under the attempt. Enters `stage`, if it is a later one, and stores it; stores the
   * count at most once in `noteMilliseconds`. Null for a task that belongs to no stage.
   */
  goesOn(stage: RunStage | null): Promise<boolean>
  /** Counts records, or parts of them, that the current task has done. */
  countRecords(count: number): void
  /** Does the work of a task. Stores the count once in `noteMilliseconds` as long as it grows, and that the instance lives. */
  during<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly recordCount: number }>
  /** Adds the records of a task that has ended, in this waking of the instance or in an earlier one. */
  addEnded(stage: RunStage | null, recordCount: number): void
  /** Stores that the instance lives, or has good reason to wait: the run is left to it, and its files are kept. */
  lives(): Promise<void>
}

/** Each instance of a run stores its own count, under its name. */
export function createProgressNotes(executor: Executor, run: RunRow, instance: string): ProgressNotes {
  const { noteMilliseconds } = executor.isolate.runLimits
  const stored = noteStore(executor, run, instance)
  let stage: RunStage | undefined
  let [endedCount, taskCount, notedCount] = [0, 0, -1]
  let notedAt = Number.NEGATIVE_INFINITY

  const enter = (next: RunStage): void => {
    if (stage !== undefined && next.order <= stage.order) return
    stage = next
    endedCount = 0
    notedCount = -1
  }
  // The parts of millions of records add up to slightly less than their number.
  const wholeCount = (): number => Math.floor(endedCount + taskCount + 1e-3)
  const note = (current: RunStage): Promise<boolean> => {
    notedCount = wholeCount()
    notedAt = executor.isolate.now()
    return stored.note(current, notedCount)
  }
  return {
    async goesOn(next) {
      taskCount = 0
      if (next !== null) enter(next)
      const isNoted = notedCount >= 0 && executor.isolate.now() - notedAt < noteMilliseconds
      return next === null || stage === undefined || isNoted ? stored.isRunning() : note(stage)
    },
    countRecords(count) {
      taskCount += count
    },
    async during(work) {
      let noting: Promise<unknown> | undefined
      const timer = setInterval(() => {
        if (noting !== undefined) return
        const counted = wholeCount() === notedCount ? undefined : stage
        // A note that cannot be stored is no reason to end the work: the next one has the whole count.
        noting = stored
          .lives()
          .then(() => counted && note(counted))
          .catch(() => undefined)
          .finally(() => {
            noting = undefined
          })
      }, noteMilliseconds)
      try {
        return { result: await work(), recordCount: taskCount }
      } finally {
        clearInterval(timer)
        await noting
      }
    },
    addEnded(ended, recordCount) {
      if (ended !== null) enter(ended)
      if (ended?.order === stage?.order) endedCount += recordCount
      taskCount = 0
    },
    lives: stored.lives,
  }
}

/** Stores notes, and every ten seconds that the instance lives. */
function noteStore({ db, isolate }: Executor, { tenantId, id, attempt }: RunRow, instance: string) {
  const running = { runId: id, attempt }
  let aliveAt = Number.NEGATIVE_INFINITY
  return {
    isRunning: async (): Promise<boolean> => (await largeRunStore(db).running(tenantId, running)).length > 0,
    note: async (stage: RunStage, recordsDone: number): Promise<boolean> =>
      (await largeRunStore(db).progress(tenantId, running, { ...stage, instance, recordsDone })).length > 0,
    async lives(): Promise<void> {
      const now = isolate.now()
      if (now - aliveAt < aliveMilliseconds) return
      await db.batch([
        largeRunStore(db).postpone(tenantId, running, now + silentMilliseconds),
        folderStore(db).touchOfRun(tenantId, running, now),
      ])
      aliveAt = now
    },
  }
}
