import { noteRun } from '../platform/event-counts.ts'
import { startsOf } from '../store/run-attempts.ts'
import type { RunRow } from '../store/run-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { type Executor, startCountMax } from './executor.ts'
import type { EndedRun } from './run-answer.ts'
import { RunError } from './run-error.ts'
import { recordCountOf } from './run-record.ts'

/** Throws a `RunError` of `attempts_exhausted` for a run that was started too often: it seems to kill its executors. */
export function requireStartLeft({ attempt }: RunRow): void {
  if (startsOf(attempt) <= startCountMax) return
  throw new RunError(
    `Each of ${startCountMax} executions of the run was ended from outside before it came to an end, so it is not tried again. A replay executes it once more.`,
    { code: 'attempts_exhausted' },
  )
}

/**
 * Gives the start back after a fault of the storage, which the run did not cause. If that fails, too, the start counts.
 */
export async function giveBackAfter(error: unknown, { db }: Executor, run: RunRow): Promise<void> {
  if (storageFaultOf(error) === undefined) return
  const { tenantId, id, attempt } = run
  await runTransitions(db)
    .giveBack(tenantId, { runId: id, attempt })
    .catch(() => undefined)
}

export function noteEnd({ isolate, env }: Executor, ended: EndedRun | undefined): EndedRun | undefined {
  if (ended === undefined) return undefined
  const { tenantId, status, failure, createdAt, completedAt } = ended.run
  const code: unknown = failure === null ? '' : JSON.parse(failure).code
  noteRun(isolate, env, {
    tenant: tenantId,
    outcome: status,
    code: String(code),
    recordCount: recordCountOf(ended.run),
    milliseconds: (completedAt ?? createdAt) - createdAt,
  })
  return ended
}
