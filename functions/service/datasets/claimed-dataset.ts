import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, keyInUse, resolveClaim } from '../http/idempotency/claim.ts'
import { answerAgain } from '../http/idempotency/stored-answer.ts'
import type { ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { missingDataset } from './missing-dataset.ts'

export function claimStatements(
  c: Context<AppEnv>,
  claim: Claim,
  answer: { readonly resource: string; readonly status: number; readonly body: string },
) {
  const { tenantId } = c.var.identity
  const store = idempotencyStore(queries(databaseOf(c.env, tenantId)))
  return [
    store.release(tenantId, { keyHash: claim.keyHash, now: c.var.isolate.now() }),
    store.claim(tenantId, { ...claim, resource: answer.resource, answer }),
  ] as const
}

/**
 * Repeats the answer of the first request with the key. Throws `idempotency_key_reused` if that was another request.
 */
export async function answerAsFirst(c: Context<AppEnv>, claim: Claim): Promise<Response> {
  const { tenantId } = c.var.identity
  const store = idempotencyStore(queries(databaseOf(c.env, tenantId)))
  const [row] = await store.find(tenantId, claim.keyHash)
  const claimed = resolveClaim(claim, row, c.var.isolate.now())
  if (claimed === undefined) throw keyInUse()
  if (claimed.answer === undefined) throw await whyGone(c, claimed.resource)
  return answerAgain(claimed.answer)
}

/** A retry neither creates a deleted dataset again nor gets its answer. */
async function whyGone(c: Context<AppEnv>, datasetId: string): Promise<ProblemError> {
  const problem = await missingDataset(c, queries(databaseOf(c.env, c.var.identity.tenantId)), datasetId)
  return problem.code === 'records_deleted' ? problem : keyInUse()
}
