import { engineVersion } from '@tallystick/engine/base'
import { WorkLimitError } from '@tallystick/engine/match'
import {
  type ReconciledRun,
  type ReconcileInput,
  type ReconcileResult,
  reconcileInSlices,
} from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { requireUndiverged } from '../log/log-diverged.ts'
import { logSignerOf } from '../log/log-signer.ts'
import { sha256 } from '../platform/hasher.ts'
import { itemCountMaxOf, takesLargeRuns } from '../platform/record-limit.ts'
import { computeInSlices } from '../platform/slices.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { logStore } from '../store/log-store.ts'
import { periodRunStore } from '../store/period-run-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { resultStore } from '../store/result-store.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { firstChunksOf, type ReadChunk } from '../store/side-by-side.ts'
import { giveBackAfter, noteEnd, requireStartLeft, withLease } from './attempts.ts'
import { deletedSidesOf } from './deleted-sides.ts'
import { type Executor, LeaseLostError, leaseMilliseconds } from './executor.ts'
import { loadRun } from './load-run.ts'
import { giveToWorkflow } from './queue-run.ts'
import { type BodyOf, bodyOfLarge, type EndedRun, prepareBody } from './run-answer.ts'
import { failRunIfRejects, RunError } from './run-error.ts'
import { failureOf, recordCountOf } from './run-record.ts'
import { sealRun } from './seal-run.ts'
import { keepResult, placeResult, storeResult } from './store-result.ts'
import { loadPolicy } from './stored-policy.ts'
import { tellOfRun } from './tell-of-run.ts'

/** Chunks of this size need few rows for a large run, and a page still reads one quickly. */
const resultChunkBytesMax = 512 * 1024

interface RunToExecute {
  readonly tenantId: string
  readonly runId: string
  /** The policy of the run if the caller has compiled it; else it is read and compiled. */
  readonly policy?: CompiledPolicy | undefined
}

/**
 * Executes a run to its end, completed or failed. Undefined when another executor has the run or it has ended, and when
 * it takes too many steps for a request: then a Workflow executes it. Throws what the database throws: the run is
 * executed again after its lease, to the same bytes. Also throws `SigningError` and `LogDivergedError`.
 */
export async function execute(
  executor: Executor,
  { tenantId, runId, policy }: RunToExecute,
): Promise<EndedRun | undefined> {
  // Before the lease is taken: without a signing key the run stays queued.
  const signer = await logSignerOf(executor, tenantId)
  const now = executor.isolate.now()
  const move = { id: runId, now, leaseUntil: now + leaseMilliseconds }
  const { db } = executor
  // The round trip that starts the run also reads its first chunks: few runs have more.
  const [[run], source, target] = await db.batch([
    runTransitions(db).start(tenantId, move),
    ...firstChunksOf(db, tenantId, runId),
  ])
  if (run === undefined) return refuseDiverged(executor, tenantId)
  try {
    await requireStartLeft(executor, run)
    return await withLease(executor, run, async () => {
      const result = await computeResult(executor, run, { first: { source, target }, policy })
      const placed = await placeResult(executor, run, result.outcome)
      const store = () => storeResult(executor, run, placed)
      const kept = [...keepResult(executor, run, placed), ...takenByPeriod(executor, run)]
      const computed = { ...result, store, kept, signer }
      const ended = await sealRun(executor, run, computed)
      return noteEnd(executor, { run: ended, body: computed.bodyOf(ended) })
    })
  } catch (error) {
    if (error instanceof LeaseLostError) return undefined
    if (error instanceof WorkLimitError) return void (await giveToWorkflow(executor, run))
    if (error instanceof RunError)
      return noteEnd(executor, await failRun(executor, run, await nearestCause(executor, run, error)))
    await giveBackAfter(error, executor, run)
    throw error
  }
}

/** Makes a completed run of a period the one that its items come from. */
function takenByPeriod({ db, isolate }: Executor, { tenantId, id, period, replayOf }: RunRow) {
  return period === null || replayOf !== null
    ? []
    : [periodRunStore(db).take(tenantId, { runId: id, period, now: isolate.now() })]
}

/** The error by which the run fails: that of a deleted dataset if there is one, else `error`. */
export async function nearestCause({ db, isolate, env }: Executor, run: RunRow, error: RunError): Promise<RunError> {
  const rows = await receiptStore(db).deletionsAround(run.tenantId, run.id)
  const { source, target } = await deletedSidesOf({ isolate, env }, run, rows)
  if (source === undefined && target === undefined) return error
  return new RunError('A dataset of the run was deleted before the run was completed.', {
    code: 'records_deleted',
    cause: error,
  })
}

/** Throws `LogDivergedError` if the log has diverged: the run could not be sealed. */
async function refuseDiverged({ db }: Executor, tenantId: string): Promise<undefined> {
  const [row] = await logStore(db).find(tenantId)
  requireUndiverged(row)
}

async function computeResult(
  executor: Executor,
  run: RunRow,
  known: { readonly first: BySide<readonly ReadChunk[]>; readonly policy: CompiledPolicy | undefined },
): Promise<{ readonly outcome: ReconcileResult; readonly bodyOf: BodyOf }> {
  // Otherwise the receipt would name an engine version that did not execute the run.
  if (run.engineVersion !== engineVersion)
    throw new RunError(
      `The run was made for engine ${run.engineVersion}, and this is engine ${engineVersion}: make it anew.`,
    )
  const policy = known.policy ?? (await loadPolicy(executor.db, run))
  const loaded = await loadRun(executor, run, { policy, first: known.first })
  const { outcome } = await failRunIfRejects(
    'The reconciliation broke one of its own invariants. Nothing of it was kept.',
    () => reconcileInline(executor, run, { ...loaded, policy, sha256, chunkBytesMax: resultChunkBytesMax }),
  )
  const { chunks, resultRoot } = outcome
  const open = async function* () {
    for (const { text } of chunks) yield text
  }
  return { outcome, bodyOf: await prepareBody(executor, run, { resultRoot, open, source: loaded.source.table }) }
}

/** Of a large period only some records have room as breaks. Its own run has no more; a replay with other rules may. */
function requireOpen(openCountMax: number | undefined): (openCount: number) => void {
  return (openCount) => {
    if (openCountMax !== undefined && openCount > openCountMax)
      throw new RunError(
        `The rules leave ${openCount} records of a large period open, and at most ${openCountMax} can be in one request. Run them without this limit: npx tallystick reconcile SOURCE TARGET --rules rules.json`,
        { code: 'run_too_large' },
      )
  }
}

/** Throws a `WorkLimitError` after too many steps for a request, or a `RunError` if no Workflow can take the run. */
async function reconcileInline({ isolate, env }: Executor, run: RunRow, input: ReconcileInput): Promise<ReconciledRun> {
  const { period } = run
  const onOpen = requireOpen(period === null ? undefined : itemCountMaxOf(isolate, recordCountOf(run)))
  const stepCountMax = isolate.runLimits.inlineStepCountMax
  try {
    return await computeInSlices(reconcileInSlices({ ...input, stepCountMax, onOpen }))
  } catch (cause) {
    if (!(cause instanceof WorkLimitError) || (takesLargeRuns(env) && period === null)) throw cause
    throw new RunError(
      `The run takes more than ${stepCountMax} counted steps, too many for one request. Narrow its rules, or run it without this limit: npx tallystick reconcile SOURCE TARGET --rules rules.json`,
      { code: 'work_limit', cause },
    )
  }
}

/** Ends the run as failed. Undefined when another attempt has the run by now. */
export async function failRun(
  executor: Executor,
  run: RunRow,
  { code, message }: RunError,
): Promise<EndedRun | undefined> {
  const { db, isolate } = executor
  const failure = JSON.stringify(failureOf(run, code, message))
  const completedAt = isolate.now()
  const failed: RunRow = { ...run, status: 'failed', failure, completedAt }
  const body = (await (run.inPieces ? bodyOfLarge(executor.db, run, null) : prepareBody(executor, run, undefined)))(
    failed,
  )
  const { tenantId, id, attempt } = run
  try {
    const [told] = await db.batch([
      tellOfRun(executor, failed, 'run.failed'),
      runTransitions(db).fail(tenantId, { runId: id, attempt, failure, completedAt }),
      idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body }),
      resultStore(db).discard(tenantId, id),
    ])
    await putNewOnQueue(executor.env, told)
  } catch (error) {
    const [found] = await runStore(db).find(tenantId, id)
    if (found?.attempt !== attempt) return undefined
    // The batch may have been stored, and only its acknowledgement lost.
    if (found.status !== 'failed') throw error
  }
  return { run: failed, body }
}
