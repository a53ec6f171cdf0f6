import { type Outcome, reconcile } from '@tallystick/engine'
import { sha256 } from '../hasher.ts'
import { idempotencyStore } from '../store/idempotency.ts'
import { resultStore } from '../store/results.ts'
import { runMoves } from '../store/run-moves.ts'
import { type RunRow, runStore } from '../store/runs.ts'
import { type Executor, LeaseLost, leaseMilliseconds } from './executor.ts'
import { loadSides } from './load-sides.ts'
import { planOf } from './plan.ts'
import { failureOf, runBodyOf } from './record.ts'
import { computed, RunFault } from './run-fault.ts'
import { sealRun } from './seal.ts'

/** Bytes of a result chunk: few rows for a large run, and still quick to read for one page. */
const resultChunkBytesMax = 512 * 1024

/**
 * Executes a run that is queued, or running past its lease, to its end and gives its row, completed or failed.
 * Undefined when the run is not to be had: another executor has it, or it has ended. Throws what the database throws;
 * the run is then taken up again after its lease, and ends in the same bytes.
 */
export async function execute(executor: Executor, tenantId: string, runId: string): Promise<RunRow | undefined> {
  const now = executor.isolate.now()
  const move = { id: runId, now, leaseUntil: now + leaseMilliseconds }
  const [run] = await runMoves(executor.db).start(tenantId, move)
  if (run === undefined) return undefined
  try {
    return await sealRun(executor, run, await reconcileRun(executor, run))
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    if (error instanceof RunFault) return failRun(executor, run, error.message)
    throw error
  }
}

async function reconcileRun({ db }: Executor, run: RunRow): Promise<Outcome> {
  const plan = computed('The stored rules of the run cannot be read.', () => planOf(run))
  const sides = await loadSides(db, { tenantId: run.tenantId, run, attributePaths: plan.attributePaths })
  return computed('The reconciliation broke one of its own invariants. Nothing of it was kept.', () =>
    reconcile({ ...sides, plan, sha256, chunkBytesMax: resultChunkBytesMax }),
  )
}

/** Ends the run as failed, if this attempt still has it. */
async function failRun({ db, isolate }: Executor, run: RunRow, detail: string): Promise<RunRow | undefined> {
  const failure = JSON.stringify(failureOf(run, 'internal_error', detail))
  const failed: RunRow = { ...run, status: 'failed', failure, completedAt: isolate.now() }
  const { tenantId, id, attempt } = run
  try {
    await db.batch([
      runMoves(db).fail(tenantId, { runId: id, attempt, failure, completedAt: failed.completedAt ?? 0 }),
      idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body: runBodyOf(failed) }),
      resultStore(db).discard(tenantId, id),
    ])
  } catch (error) {
    const [found] = await runStore(db).find(tenantId, id)
    if (found?.attempt !== attempt) return undefined
    // The acknowledgement may have been lost, not the batch.
    if (found.status !== 'failed') throw error
  }
  return failed
}
