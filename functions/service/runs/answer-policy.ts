import { policySchemaVersion } from '@tallystick/schema/policy'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { databaseOf, queries } from '../store/database.ts'
import { runStore } from '../store/run-store.ts'
import { missingRun } from './missing-run.ts'
import { policyByteCountMaxOf, soundPolicyOf } from './stored-policy.ts'

/** Answers with the policy byte for byte as it was hashed. Holds all of it in memory. */
export async function answerPolicy(c: Context<AppEnv>, runId: string): Promise<Response> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [run] = await runStore(db).find(tenantId, runId)
  if (run === undefined) throw await missingRun(c, db, runId)
  const parts = { root: run.policyHash, query: [], schemaVersion: policySchemaVersion }
  return answerImmutable(c, parts, async () => {
    await c.var.memory.takeForBody(policyByteCountMaxOf(run))
    const body = await soundPolicyOf(db, run)
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
}
