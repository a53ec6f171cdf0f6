import { commitSigned } from '../log/commit-signed.ts'
import { headStatements } from '../log/log-head.ts'
import { noteRun } from '../platform/event-counts.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { startsOf } from '../store/run-attempts.ts'
import type { RunRow } from '../store/run-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { aliveMilliseconds, type Executor, leaseMilliseconds, startCountMax } from './executor.ts'
import type { EndedRun } from './run-answer.ts'
import { RunError } from './run-error.ts'
import { recordCountOf } from './run-record.ts'

/**
 * Throws a `RunError` of `attempts_exhausted` for a run that was started too often: it seems to kill its executors. A run
 * that was sealed came to its end: it is executed until its row says so.
 */
export async function requireStartLeft(executor: Executor, { tenantId, id, attempt }: RunRow): Promise<void> {
  if (startsOf(attempt) <= startCountMax || (await isSealed(executor, tenantId, id))) return
  throw new RunError(
    `Each of ${startCountMax} executions of the run was ended from outside before it came to an end, so it is not tried again. A replay executes it once more.`,
    { code: 'attempts_exhausted' },
  )
}

/** Whether the log has a receipt of the run. A signed entry that is not in the database yet is stored first. */
export async function isSealed(executor: Executor, tenantId: string, runId: string): Promise<boolean> {
  const { db } = executor
  const [[row], newest] = await db.batch(headStatements(executor, tenantId))
  await commitSigned(executor, tenantId, { row, newest })
  return (await receiptStore(db).ofRun(tenantId, runId)).length > 0
}

/**
 * Gives the start back after a fault of the storage, which the run did not cause. If that fails, too, the start counts.
 */
export async function giveBackAfter(error: unknown, { db, isolate }: Executor, run: RunRow): Promise<void> {
  if (storageFaultOf(error) === undefined) return
  const { tenantId, id, attempt } = run
  await runTransitions(db)
    .giveBack(tenantId, { runId: id, attempt }, isolate.now() + leaseMilliseconds)
    .catch(() => undefined)
}

/** Does the work of the run's executor, whose lease is renewed meanwhile. */
export async function withLease<Result>(
  { db, isolate }: Executor,
  { tenantId, id, attempt }: RunRow,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => runTransitions(db).renew(tenantId, { runId: id, attempt }, isolate.now() + leaseMilliseconds)
  // Without its lease the run is only executed twice, and one execution is stored.
  const timer = setInterval(() => renew().catch(() => undefined), aliveMilliseconds)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
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
