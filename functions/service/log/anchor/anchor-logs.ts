import type { Env } from '../../env.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { hasBucket } from '../../store/bucket.ts'
import type { Database } from '../../store/database.ts'
import { readAnchorSettings } from './anchor-settings.ts'
import { appendHeads } from './append-heads.ts'
import { confirmNewest } from './confirm-checkpoint.ts'
import { indexSignerOf } from './index-signer.ts'

/**
 * Appends the heads of the tenants' logs to the index log, publishes it, and has its newest checkpoint confirmed.
 * Called every minute: what fails is done by a later call. Does nothing without a bucket. Throws `IndexDivergedError`,
 * what a store throws, and an Error naming malformed variables.
 */
export async function anchorLogs({ db, isolate, env }: { db: Database; isolate: Isolate; env: Env }): Promise<void> {
  if (!hasBucket(env)) return
  const access = { db, isolate, env, signer: await indexSignerOf(isolate, env) }
  const newest = await appendHeads(access)
  const settings = readAnchorSettings(env)
  if (!settings.ok) throw new Error(`Malformed: ${settings.malformed.join(', ')}`)
  await confirmNewest(access, newest, settings.value)
}
