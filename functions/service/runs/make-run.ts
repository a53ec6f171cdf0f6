import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { BatchItem } from 'drizzle-orm/batch'
import { keyInUse, rememberClaim, resolveClaim } from '../http/idempotency/claim.ts'
import { answerAgain, answerFirst } from '../http/idempotency/stored-answer.ts'
import { notOpen } from '../http/not-open.ts'
import { ProblemError } from '../http/problem.ts'
import { countRun, requireRunQuota } from '../http/rate/large-run-quota.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { type ClaimRow, idempotencyStore, isClaimConflict } from '../store/idempotency-store.ts'
import { periodStore } from '../store/period-store.ts'
import { requiredOf } from '../store/required.ts'
import { isRunConflict, type RunRow, runStore } from '../store/run-store.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { execute } from './execute-run.ts'
import { leaseMilliseconds } from './executor.ts'
import { datasetIdsOf, goneDataset } from './gone-dataset.ts'
import { missingRun } from './missing-run.ts'
import { answerUnfinished, startOrLeave } from './queue-run.ts'
import { queuedRun, type RunContent } from './queued-run.ts'
import { type EndedRun, storedBodyOf } from './run-answer.ts'
import { hasEnded, recordCountOf, runPath } from './run-record.ts'
import { type RunRequest, readClaim } from './run-request.ts'
import { type StoredPolicy, storePolicy } from './stored-policy.ts'

/**
 * Answers with the run for which the request's key already stands. A run whose lease has expired is executed first; one
 * that a Workflow executes is shown as it stands. Undefined when the key is free. Throws `idempotency_key_reused`,
 * `idempotency_key_in_use`, and `records_deleted` or `records_lost` for a run that is gone.
 */
export async function answerExistingRun(request: RunRequest, row: ClaimRow | undefined): Promise<Response | undefined> {
  const { claim, executor } = request
  const claimed = claim && resolveClaim(claim, row, executor.isolate.now())
  if (claim === undefined || claimed === undefined) return undefined
  if (claimed.answer) return answerAgain(claimed.answer)
  const [run] = await runStore(executor.db).find(request.tenantId, claimed.resource)
  if (run === undefined) throw await whyGone(request, claimed.resource)
  if (hasEnded(run)) return answerStored(request, run)
  if (run.inPieces) return answerUnfinished(request.c, run)
  if (run.leaseUntil > executor.isolate.now()) throw runInUse(request, run)
  await request.c.var.memory.takeForRecords(recordCountOf(run))
  return executeAndAnswer(request, run)
}

/**
 * The problem for a run that was deleted or lost: a retry does not make it again, and its stored answer is not given.
 */
async function whyGone({ c, executor }: RunRequest, runId: string): Promise<ProblemError> {
  const problem = await missingRun(c, executor.db, runId)
  return problem.code === 'run_not_found' ? keyInUse() : problem
}

/**
 * Stores the run of a request with its policy and claim, executes it and answers with it; a run in pieces is left to
 * a Workflow, and the answer is 202. Throws `storage_quota_exceeded` for a tenant without room, `records_deleted` for
 * a dataset that has just been deleted, `period_submitted` or `period_closed`, `temporarily_overloaded` for too many
 * unfinished runs in pieces, and `quota_exceeded` when too little of the hourly quota is left.
 */
export async function makeRun(
  request: RunRequest,
  content: RunContent,
  kept: readonly BatchItem<'sqlite'>[] = [],
): Promise<Response> {
  const run = queuedRun(request.c, content)
  if (run.inPieces) {
    requiredOf(request.executor.env, 'RUNS')
    requireRunQuota(request.c, recordCountOf(run))
  } else await request.c.var.memory.takeForRecords(recordCountOf(run))
  try {
    return await storeAndExecute(request, run, { policy: content.policy, kept })
  } catch (error) {
    if (isRunConflict(error)) throw await whyRefused(request, run)
    throw isStorageConflict(error) ? await storageProblem(request.executor.db, request.tenantId, 0) : error
  }
}

async function whyRefused(request: RunRequest, run: RunRow): Promise<ProblemError> {
  const { db } = request.executor
  const [period] = run.period === null ? [] : await periodStore(db).find(request.tenantId, run.period.id)
  if (period !== undefined && period.state !== 'open') return notOpen(period)
  return (await goneDataset(request.c, db, run)) ?? tooManyRuns(request)
}

interface NewRun {
  readonly policy: StoredPolicy
  /** Further statements for the batch that stores the run. */
  readonly kept: readonly BatchItem<'sqlite'>[]
}

async function storeAndExecute(request: RunRequest, run: RunRow, { policy, kept }: NewRun): Promise<Response> {
  const { db, isolate } = request.executor
  await storePolicy(db, request.tenantId, { policy, now: isolate.now() })
  try {
    await store(request, run, kept)
  } catch (error) {
    if (request.claim && isClaimConflict(error)) return answerForClaimant(request)
    if (storageFaultOf(error) !== 'storage_unavailable') throw error
    if (run.inPieces) return answerIfStored(request, run, error)
    // The run may be stored and only the acknowledgement lost: then it can be executed.
    const ended = await executeNow(request, run, policy.compiled).catch(() => undefined)
    if (ended === undefined) throw error
    return answer(ended)
  }
  rememberClaim(request.c, request.claim)
  return run.inPieces ? startAndAnswer(request, run) : executeAndAnswer(request, run, policy.compiled)
}

async function startAndAnswer(request: RunRequest, run: RunRow): Promise<Response> {
  const { tenantId, id: runId, attempt } = run
  countRun(request.c, recordCountOf(run))
  await startOrLeave(request.executor, { tenantId, runId, attempt })
  return answerUnfinished(request.c, run)
}

/** Answers with the run if it was stored and only the acknowledgement was lost; else throws `error`. */
async function answerIfStored(request: RunRequest, run: RunRow, error: unknown): Promise<Response> {
  const found = await runStore(request.executor.db)
    .find(request.tenantId, run.id)
    .catch(() => [])
  if (found.length === 0) throw error
  return startAndAnswer(request, run)
}

const tooManyRuns = ({ executor }: RunRequest) =>
  new ProblemError('temporarily_overloaded', {
    detail: `The tenant has ${executor.isolate.runLimits.unfinishedCountMax} runs that a Workflow has not finished, as many as it may have at once. Nothing was stored.`,
    headers: { 'Retry-After': '60' },
  })

/** Stores the run and the claim in one batch: both or neither. */
async function store(
  { executor: { db, isolate }, tenantId, claim }: RunRequest,
  run: RunRow,
  kept: NewRun['kept'],
): Promise<void> {
  const guard = {
    datasetIds: datasetIdsOf(run),
    openPeriodId: (run.replayOf === null && run.period?.id) || null,
    unfinishedCountMax: run.inPieces ? isolate.runLimits.unfinishedCountMax : null,
  }
  const insertion = [runStore(db).insert(run, guard), storageStore(db).requireRoom(tenantId), ...kept] as const
  if (claim === undefined) return void (await db.batch(insertion))
  const { keyHash } = claim
  const keys = idempotencyStore(db)
  const claiming = keys.claim(tenantId, { ...claim, resource: run.id })
  await db.batch([keys.release(tenantId, { keyHash, now: isolate.now() }), claiming, ...insertion])
}

/** Answers when another request claimed the same key after this one had read that the key was free. */
async function answerForClaimant(request: RunRequest): Promise<Response> {
  const [row] = await readClaim(request)
  const response = await answerExistingRun(request, row)
  if (response === undefined) throw keyInUse()
  return response
}

const executeNow = ({ executor }: RunRequest, { tenantId, id }: RunRow, policy: CompiledPolicy | undefined) =>
  execute(executor, { tenantId, runId: id, policy })

/** `policy` is given if this request has compiled the run's policy. */
async function executeAndAnswer(request: RunRequest, run: RunRow, policy?: CompiledPolicy): Promise<Response> {
  const ended = await executeNow(request, run, policy).catch((error) => {
    throw unfinished(run, error)
  })
  return ended === undefined ? answerForOther(request, run) : answer(ended)
}

/** Answers for a run that another executor has, or has just ended. */
async function answerForOther(request: RunRequest, run: RunRow): Promise<Response> {
  const [found] = await runStore(request.executor.db).find(request.tenantId, run.id)
  if (found && hasEnded(found)) return answerStored(request, found)
  if (found?.inPieces) return answerUnfinished(request.c, found)
  throw request.claim
    ? runInUse(request, found ?? run)
    : new ProblemError('temporarily_overloaded', { headers: whereToLook(run) })
}

/** The executor of the run may be dead: then the first request after the lease executes the run and answers with it. */
const runInUse = ({ executor: { isolate } }: RunRequest, { leaseUntil }: RunRow): ProblemError =>
  keyInUse(Math.max(1, Math.ceil((leaseUntil - isolate.now()) / 1000)))

const answerStored = async (request: RunRequest, run: RunRow): Promise<Response> =>
  answer({ run, body: await storedBodyOf(request.executor, run) })

const answer = ({ run, body }: EndedRun): Response => answerFirst({ resource: run.id, status: 201, body })

/** The problem for a run that is stored but not ended: it says where the run will be found, and when to look. */
function unfinished(run: RunRow, error: unknown): unknown {
  const code = storageFaultOf(error)
  if (code === undefined) return error
  return new ProblemError(code, {
    detail: 'The run was stored but could not be finished yet; it is taken up again.',
    headers: code === 'not_configured' ? { Location: runPath(run.id) } : whereToLook(run),
  })
}

const whereToLook = (run: RunRow) => ({
  Location: runPath(run.id),
  'Retry-After': String(leaseMilliseconds / 1000),
})
