import { timestampOf } from '@tallystick/audit/base/timestamp'
import { utf8 } from '@tallystick/engine/base'
import { type LogState, tileWidth } from '@tallystick/engine/log'
import { noteFailedPublication } from '../platform/event-counts.ts'
import { bucketOf } from '../store/bucket.ts'
import type { Database } from '../store/database.ts'
import { logObjects } from '../store/log-objects.ts'
import { logReading } from '../store/log-reading.ts'
import { logStore } from '../store/log-store.ts'
import { type LogSource, publishTiles } from '../store/publish-tiles.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { type LogAccess, type LogSigner, logSignerOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

interface OwnLog {
  readonly tenantId: string
  readonly signer: LogSigner
  readonly lines: readonly { readonly sequence: number; readonly line: string }[]
}

interface PublishedReceipt {
  readonly log: Pick<LogState, 'size' | 'root'>
  readonly checkpoint: string
}

/** The receipts in the last bundle of a log of this size, read in the batch that seals its newest receipt. */
export const linesToPublish = (db: Database, tenantId: string, size: number) =>
  logReading(db).lines(tenantId, {
    from: tileWidth * Math.floor((size - 1) / tileWidth),
    before: size,
    limit: tileWidth,
  })

/**
 * Publishes a sealed receipt: the tiles and entries that it changes, and last the checkpoint. Publishes the whole of a
 * log that was never published. Never throws: the receipt is valid without it, and the next seal or the scheduled
 * handler makes up for a failure. About five calls of R2; queries only when an earlier publication failed.
 */
export async function publishLog(access: LogAccess, log: OwnLog, receipt: PublishedReceipt): Promise<void> {
  try {
    await publish(access, log, receipt)
  } catch (error) {
    await noteUnpublished(access, log.tenantId, { size: receipt.log.size, error })
  }
}

/** Publishes a log up to its newest receipt, and stores that it is published, or why not. */
export async function publishNewest(access: LogAccess, tenantId: string): Promise<void> {
  const { db, isolate, env } = access
  const [newest] = await receiptStore(db).newest(tenantId)
  if (newest === undefined) return
  const signer = await logSignerOf({ isolate, env }, tenantId)
  const log = { tenantId, signer, lines: [] }
  try {
    const head = await sourceOf(access, log).headFrom(newest.sequence + 1)
    if (head === undefined) throw new Error('The newest receipt of a log has no checkpoint')
    await publish(access, log, { log: head, checkpoint: head.note })
  } catch (error) {
    await noteUnpublished(access, tenantId, { size: newest.sequence + 1, error })
    throw error
  }
  await logStore(db).markPublished(tenantId)
}

async function publish(
  access: LogAccess,
  log: OwnLog,
  { log: { size, root }, checkpoint }: PublishedReceipt,
): Promise<void> {
  const objects = logObjects(bucketOf(access.env), log.signer.origin)
  await publishTiles(objects, sourceOf(access, log), { size, root, note: checkpoint })
}

/** Never rejects: if the database does not answer either, the log line and the isolate's counter remain. */
async function noteUnpublished(
  { db, isolate }: LogAccess,
  tenantId: string,
  { size, error }: { readonly size: number; readonly error: unknown },
): Promise<void> {
  const { name, message } = error instanceof Error ? error : new Error('unknown')
  isolate.log(JSON.stringify({ unpublished: size, tenant: tenantId, error: name }))
  noteFailedPublication(isolate)
  const found = JSON.stringify({ foundAt: timestampOf(isolate.now()), size, fault: message })
  await logStore(db)
    .markUnpublished(tenantId, found)
    .catch(() => undefined)
}

/** Lines that one query reads: a megabyte. */
const lineCountAtOnce = 1_000

const missing = (sequence: number) => new Error(`The receipt ${sequence} of a log is missing`)

function sourceOf(access: LogAccess, { tenantId, signer, lines }: OwnLog): LogSource {
  const reading = logReading(access.db)
  return {
    async *entries(from, to) {
      for (let next = from; next < to; ) {
        const known = lines.filter(({ sequence }) => sequence >= next && sequence < to)
        const rows =
          known[0]?.sequence === next
            ? known
            : await reading.lines(tenantId, { from: next, before: to, limit: lineCountAtOnce })
        if (rows.length === 0) throw missing(next)
        for (const { sequence, line } of rows) {
          if (sequence !== next) throw missing(next)
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
