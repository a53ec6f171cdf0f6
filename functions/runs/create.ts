import { canonicalRules, engineVersion, policyHash } from '@tallystick/engine'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { sha256 } from '../hasher.ts'
import { answerAgain, answerFirst, replayCached } from '../idempotency/answer.ts'
import { type Claim, claimOf, type HeldKey, judge, keyInUse, readKeyHash } from '../idempotency/claim.ts'
import { fingerprintOf } from '../idempotency/fingerprint.ts'
import { createId } from '../ids.ts'
import { ProblemError } from '../problem.ts'
import { storageFaultOf } from '../storage-fault.ts'
import { databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/datasets.ts'
import { idempotencyStore, isClaimConflict } from '../store/idempotency.ts'
import { type RunRow, runStore } from '../store/runs.ts'
import { execute } from './execute.ts'
import { type Executor, leaseMilliseconds } from './executor.ts'
import { hasEnded, recordCountOf, runBodyOf, runPath } from './record.ts'
import { type RunRequest, readRunRequest } from './request.ts'
import { choiceOf, type ResolvedSides, resolveSides } from './resolve-adapter.ts'

/** A run to be made: what was asked for, by whom, and for which key. */
interface Order {
  readonly c: Context<AppEnv>
  readonly executor: Executor
  readonly tenantId: string
  readonly claim: Claim | undefined
}

/**
 * Makes the run of a request, executes it and answers with it; or answers again, when the request's key already
 * stands for a run. Making it costs two round trips: what the key and the adapters stand for, then the run and its
 * claim together.
 */
export async function createRun(c: Context<AppEnv>): Promise<Response> {
  const keyHash = readKeyHash(c)
  const request = await readRunRequest(c)
  const fingerprint = await fingerprintOf({ method: c.req.method, path: c.req.path, body: request.asSent })
  const { tenantId } = c.var.identity
  const executor = { db: queries(databaseOf(c.env, tenantId)), isolate: c.var.isolate }
  const order: Order = { c, executor, tenantId, claim: claimOf(c, keyHash, fingerprint) }
  const replay = order.claim && (await replayCached(c, order.claim))
  if (replay) return replay
  const datasets = datasetStore(executor.db)
  const [claims, source, target] = await executor.db.batch([
    idempotencyStore(executor.db).find(tenantId, keyHash ?? ''),
    datasets.candidates(tenantId, choiceOf(request.adapters.source)),
    datasets.candidates(tenantId, choiceOf(request.adapters.target)),
  ])
  const held = order.claim && judge(order.claim, claims[0], executor.isolate.now())
  if (order.claim && held) return resume(order, order.claim, held)
  const sides = resolveSides({ adapters: request.adapters, candidates: { source, target } })
  const run = queuedRun(c, request, sides)
  return storeAndExecute(order, run)
}

function queuedRun(c: Context<AppEnv>, { name, adapters, plan }: RunRequest, sides: ResolvedSides): RunRow {
  const createdAt = c.var.isolate.now()
  return {
    tenantId: c.var.identity.tenantId,
    id: createId('run', createdAt),
    name,
    status: 'queued',
    sourceAdapter: adapters.source.text,
    targetAdapter: adapters.target.text,
    source: JSON.stringify(sides.source),
    target: JSON.stringify(sides.target),
    warnings: JSON.stringify(sides.warnings),
    rules: canonicalRules(plan),
    policyId: plan.policyId,
    policyHash: policyHash(plan, sha256),
    engineVersion,
    replayOf: null,
    requestId: c.var.requestId,
    createdAt,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    leaseUntil: createdAt + leaseMilliseconds,
    summary: null,
    resultRoot: null,
    sequence: null,
    failure: null,
  }
}

async function storeAndExecute(order: Order, run: RunRow): Promise<Response> {
  order.c.var.memory.takeForRecords(recordCountOf(run))
  try {
    await store(order, run)
  } catch (error) {
    if (order.claim && isClaimConflict(error)) return resumeOther(order, order.claim)
    if (storageFaultOf(error) !== 'storage_unavailable') throw error
    // Perhaps it was stored and only the acknowledgement lost: executing it finds out.
    const ended = await execute(order.executor, run.tenantId, run.id).catch(() => undefined)
    if (ended === undefined) throw error
    return answer(order, ended)
  }
  return executeAndAnswer(order, run)
}

/** The run and its claim in one batch: both are there, or neither. */
async function store({ executor: { db, isolate }, tenantId, claim }: Order, run: RunRow): Promise<void> {
  const insertion = runStore(db).insert(run)
  if (claim === undefined) return void (await insertion)
  const keys = idempotencyStore(db)
  await db.batch([
    keys.release(tenantId, { keyHash: claim.keyHash, now: isolate.now() }),
    keys.claim(tenantId, { ...claim, resource: run.id }),
    insertion,
  ])
}

/** Another request with the same key was stored between the reading of the key and the claim. */
async function resumeOther(order: Order, claim: Claim): Promise<Response> {
  const { db, isolate } = order.executor
  const [row] = await idempotencyStore(db).find(order.tenantId, claim.keyHash)
  const held = judge(claim, row, isolate.now())
  if (held === undefined) throw keyInUse()
  return resume(order, claim, held)
}

/** Answers for the run that the key stands for: as before, or, when no one executes it any more, by executing it. */
async function resume(order: Order, claim: Claim, held: HeldKey): Promise<Response> {
  if (held.answer) return answerAgain(order.c, claim, held.answer)
  const { db, isolate } = order.executor
  const [run] = await runStore(db).find(order.tenantId, held.resource)
  if (run === undefined) throw keyInUse()
  if (hasEnded(run)) return answer(order, run)
  if (run.leaseUntil > isolate.now()) throw keyInUse()
  order.c.var.memory.takeForRecords(recordCountOf(run))
  return executeAndAnswer(order, run)
}

async function executeAndAnswer(order: Order, run: RunRow): Promise<Response> {
  const ended = await execute(order.executor, run.tenantId, run.id).catch((error) => {
    throw unfinished(run, error)
  })
  return ended === undefined ? answerForOther(order, run) : answer(order, ended)
}

/** Another executor has the run, or has just ended it. */
async function answerForOther(order: Order, run: RunRow): Promise<Response> {
  const [found] = await runStore(order.executor.db).find(order.tenantId, run.id)
  if (found && hasEnded(found)) return answer(order, found)
  throw order.claim ? keyInUse() : new ProblemError('temporarily_overloaded', { headers: whereToLook(run) })
}

const answer = ({ c, claim }: Order, run: RunRow): Response =>
  answerFirst(c, claim, { resource: run.id, status: 201, body: runBodyOf(run) })

/** The run exists and is going to be taken up: the answer says where it will be found, and when. */
function unfinished(run: RunRow, error: unknown): unknown {
  const code = storageFaultOf(error)
  if (code === undefined) return error
  return new ProblemError(code, {
    detail: 'The run was stored but could not be finished yet; it is taken up again.',
    headers: whereToLook(run),
  })
}

const whereToLook = (run: RunRow) => ({
  Location: runPath(run.id),
  'Retry-After': String(leaseMilliseconds / 1000),
})
