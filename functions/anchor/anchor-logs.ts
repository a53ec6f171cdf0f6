import { utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import { bucketOf, hasBucket } from '../store/bucket.ts'
import type { Database } from '../store/database.ts'
import { indexCheckpointStore, indexHeadStore } from '../store/index-store.ts'
import { logObjects } from '../store/log-objects.ts'
import { type LogSource, publishTiles } from '../store/publish-tiles.ts'
import { readAnchorSettings } from './anchor-settings.ts'
import { appendHeads, type IndexAccess } from './append-heads.ts'
import { confirmNewest } from './confirm-checkpoint.ts'
import { indexSignerOf } from './index-signer.ts'

/**
 * Puts the heads of the tenants' logs into the index log, publishes it, and has its newest checkpoint confirmed. Called
 * every minute: whatever fails is done by a later call. Does nothing in a Worker without a bucket. Throws
 * `IndexDivergedError`, what a store throws, and an Error naming the variables that cannot be read.
 */
export async function anchorLogs({ db, isolate, env }: { db: Database; isolate: Isolate; env: Env }): Promise<void> {
  if (!hasBucket(env)) return
  const access = { db, isolate, env, signer: await indexSignerOf(isolate, env) }
  await appendHeads(access)
  await publishIndex(access)
  const settings = readAnchorSettings(env)
  if (!settings.ok) throw new Error(`Malformed: ${settings.malformed.join(', ')}`)
  await confirmNewest(access, settings.value)
}

async function publishIndex({ db, env, signer }: IndexAccess): Promise<void> {
  const [newest] = await indexCheckpointStore(db).newest()
  if (newest !== undefined) await publishTiles(logObjects(bucketOf(env), signer.origin), sourceOf(db), newest)
}

const lineCountOfRead = 1_000

/** The index log as it is stored. */
const sourceOf = (db: Database): LogSource => ({
  async *entries(from, to) {
    for (let position = from; position < to; ) {
      const rows = await indexHeadStore(db).lines({ from: position, to, limit: lineCountOfRead })
      if (rows.length === 0) throw new Error('The newest heads of the index log are missing')
      for (const row of rows) {
        if (row.position !== position) throw new Error(`The head ${position} of the index log is missing`)
        yield utf8(row.line)
        position += 1
      }
    }
  },
  async headFrom(size) {
    const [checkpoint] = await indexCheckpointStore(db).from(size)
    return checkpoint
  },
})
