import type { Context } from 'hono'
import { policySchemaVersion } from '../../schema/policy.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { streamOf } from '../http/stream.ts'
import { databaseOf, queries } from '../store/database.ts'
import { runStore } from '../store/run-store.ts'
import { missingRun } from './missing-run.ts'
import { policyBytesOf } from './stored-policy.ts'

/**
 * Answers with the whole policy of a run, byte for byte as it was hashed, a few parts at a time. Throws `run_not_found`.
 */
export async function answerPolicy(c: Context<AppEnv>, runId: string): Promise<Response> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [run] = await runStore(db).find(tenantId, runId)
  if (run === undefined) throw await missingRun(db, tenantId, runId)
  const parts = { root: run.policyHash, query: [], schemaVersion: policySchemaVersion }
  return answerImmutable(c, parts, async () => {
    const body = streamOf(policyBytesOf(db, run))
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
}
