import { type LogState, tileWidth, utf8 } from '@tallystick/engine'
import { bucketOf } from '../store/bucket.ts'
import type { Database } from '../store/database.ts'
import { logObjects } from '../store/log-objects.ts'
import { logReading } from '../store/log-reading.ts'
import { type LogSource, publishTiles } from '../store/publish-tiles.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** A tenant's log, who signs it, and its newest receipts. */
export interface OwnLog {
  readonly tenantId: string
  readonly signer: LogSigner
  /** The rows of `linesToPublish`. */
  readonly lines: readonly { readonly sequence: number; readonly line: string }[]
}

/** A receipt that was sealed, as the head of its log. */
export interface PublishedReceipt {
  readonly log: Pick<LogState, 'size' | 'root'>
  /** The signed note. */
  readonly checkpoint: string
}

/** The statement that reads the receipts in the last bundle of a log of that size, for the batch that seals the last. */
export const linesToPublish = (db: Database, tenantId: string, size: number) =>
  logReading(db).lines(tenantId, {
    from: tileWidth * Math.floor((size - 1) / tileWidth),
    before: size,
    limit: tileWidth,
  })

/**
 * Shows readers of the log a receipt that was sealed: the tiles and entries that it changes, and last the checkpoint. A log
 * that was never published is published whole. Never throws: the receipt stands, and the next seal mends what is missing
 * here. About five calls of R2, and no query unless the seal before was not published.
 */
export async function publishLog(
  access: LogAccess,
  log: OwnLog,
  { log: state, checkpoint }: PublishedReceipt,
): Promise<void> {
  const { env, isolate } = access
  const { size, root } = state
  try {
    const objects = logObjects(bucketOf(env), log.signer.origin)
    await publishTiles(objects, sourceOf(access, log), { size, root, note: checkpoint })
  } catch (error) {
    isolate.log(JSON.stringify({ unpublished: size, error: error instanceof Error ? error.name : 'unknown' }))
  }
}

/** Receipts that are read at once: a megabyte. */
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
