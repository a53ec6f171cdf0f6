import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readKeyHash } from '../idempotency/resolve-claim.ts'
import { datasetStore } from '../store/dataset-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { queuedRun, rulesOf } from './queued-run.ts'
import { type RunRequest, readRunRequest } from './read-request.ts'
import { choiceOf, type ResolvedSides, resolveSides } from './resolve-adapter.ts'
import { answerCached, answerHeld, carryOut, openOrder, readClaim } from './run-request.ts'

/**
 * Makes the run of a request, executes it and answers with it; or answers again, when the request's key already
 * stands for a run. Making it costs two round trips: what the key and the adapters stand for, then the run and its
 * claim together.
 */
export async function createRun(c: Context<AppEnv>): Promise<Response> {
  const keyHash = readKeyHash(c)
  const request = await readRunRequest(c)
  const order = await openOrder(c, { keyHash, body: request.asSent })
  const cached = await answerCached(order)
  if (cached) return cached
  const { tenantId, executor } = order
  const datasets = datasetStore(executor.db)
  const [[claim], source, target] = await executor.db.batch([
    readClaim(order),
    datasets.candidates(tenantId, choiceOf(request.adapters.source)),
    datasets.candidates(tenantId, choiceOf(request.adapters.target)),
  ])
  const held = await answerHeld(order, claim)
  if (held) return held
  const sides = resolveSides({ adapters: request.adapters, candidates: { source, target } })
  return carryOut(order, runOf(c, request, sides))
}

const runOf = (c: Context<AppEnv>, { name, adapters, plan }: RunRequest, sides: ResolvedSides): RunRow =>
  queuedRun(c, {
    name,
    sourceAdapter: adapters.source.text,
    targetAdapter: adapters.target.text,
    source: JSON.stringify(sides.source),
    target: JSON.stringify(sides.target),
    warnings: JSON.stringify(sides.warnings),
    ...rulesOf(plan),
    replayOf: null,
  })
