import { utf8 } from '@tallystick/engine'
import { serialize } from '../platform/serialize.ts'
import { bucketOf } from '../store/bucket.ts'
import { logObjects } from '../store/log-objects.ts'
import { logReading } from '../store/log-reading.ts'
import { type LogSource, publishTiles } from '../store/publish-tiles.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'
import type { SignedReceipt } from './sign-once.ts'

/** A tenant's log and who signs it. */
export interface OwnLog {
  readonly tenantId: string
  readonly signer: LogSigner
}

/**
 * Shows readers of the log a receipt that was sealed: the tiles and entries that it changes, and last the checkpoint. A log
 * that was never published is published whole. Never throws: the receipt stands, and the next seal mends what is missing
 * here. One query and about five calls of R2.
 */
export async function publishLog(
  access: LogAccess,
  log: OwnLog,
  { log: state, checkpoint }: SignedReceipt,
): Promise<void> {
  const { env, isolate } = access
  const { size, root } = state
  try {
    // Two seals would put the same files; the later one finds most of them put.
    await serialize(isolate, `publish ${log.tenantId}`, () =>
      publishTiles(logObjects(bucketOf(env), log.signer.origin), sourceOf(access, log), {
        size,
        root,
        note: checkpoint,
      }),
    )
  } catch (error) {
    isolate.log(JSON.stringify({ unpublished: size, error: error instanceof Error ? error.name : 'unknown' }))
  }
}

/** Receipts that are read at once: a megabyte. */
const lineCountAtOnce = 1_000

function sourceOf(access: LogAccess, { tenantId, signer }: OwnLog): LogSource {
  const reading = logReading(access.db)
  return {
    async *entries(from, to) {
      for (let next = from; next < to; ) {
        const rows = await reading.lines(tenantId, { from: next, before: to, limit: lineCountAtOnce })
        if (rows.length === 0) throw new Error(`The receipt ${next} of a log is missing`)
        for (const { sequence, line } of rows) {
          if (sequence !== next) throw new Error(`The receipt ${next} of a log is missing`)
          yield utf8(line)
          next += 1
        }
      }
    },
    async headFrom(size) {
      const [row] = await reading.signedFrom(tenantId, size - 1)
      if (row === undefined || row.checkpoint === null) return undefined
      const opened = await openOwnCheckpoint(access, signer, row.checkpoint)
      if (!opened.ok || opened.value.size !== row.sequence + 1)
        throw new Error('A stored checkpoint of a log was not signed by this service')
      return { ...opened.value, note: row.checkpoint }
    },
  }
}
