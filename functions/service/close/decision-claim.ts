import type { JsonValue } from '@tallystick/engine/base'
import type { DecisionsRecord, DecisionsRequest } from '@tallystick/schema/decision'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, fingerprintOf, openClaim, resolveClaim } from '../http/idempotency/claim.ts'
import { etagOf } from '../http/if-match.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { dbOf } from './read-reconciliations.ts'

/** The claim of decisions on the request's idempotency key: it is stored with them and their answer, or not at all. */
export async function openDecisionClaim(
  c: Context<AppEnv>,
  keyHash: string | undefined,
  request: DecisionsRequest,
): Promise<Claim | undefined> {
  const body: JsonValue = JSON.parse(JSON.stringify(request))
  return openClaim(c, keyHash, await fingerprintOf({ method: c.req.method, path: c.req.path, body }))
}

/** The first answer again; undefined where the key is free. Throws `idempotency_key_reused`. One query. */
export async function answerOfClaim(c: Context<AppEnv>, claim: Claim): Promise<Response | undefined> {
  const [row] = await idempotencyStore(dbOf(c)).find(c.var.identity.tenantId, claim.keyHash)
  const answer = resolveClaim(claim, row, c.var.isolate.now())?.answer
  if (answer === undefined) return undefined
  return answerDecisions(JSON.parse(answer.body), { 'Idempotent-Replayed': 'true' })
}

export const answerDecisions = (record: DecisionsRecord, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(record, { status: 201, headers: { ETag: etagOf(record.revision), ...headers } })

/** For the batch of the decisions. */
export function claimStatements(c: Context<AppEnv>, claim: Claim | undefined, record: DecisionsRecord) {
  if (claim === undefined) return []
  const { tenantId } = c.var.identity
  const keys = idempotencyStore(dbOf(c))
  const answer = { status: 201, body: JSON.stringify(record) }
  const resource = record.decisions[0]?.id ?? ''
  return [
    keys.release(tenantId, { keyHash: claim.keyHash, now: c.var.isolate.now() }),
    keys.claim(tenantId, { ...claim, resource, answer }),
  ]
}
