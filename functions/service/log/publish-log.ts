import { timestampOf } from '@tallystick/audit/base/timestamp'
import { utf8 } from '@tallystick/engine/base'
import { tileWidth } from '@tallystick/engine/log'
import { noteFailedPublication } from '../platform/event-counts.ts'
import { serialize, waitForOthers } from '../platform/serialize.ts'
import { bucketOf } from '../store/bucket.ts'
import { logObjects } from '../store/log-objects.ts'
import { logReading } from '../store/log-reading.ts'
import { logStore } from '../store/log-store.ts'
import { type Growth, type LogSource, publishTiles } from '../store/publish-tiles.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { type EntryLine, type KnownLog, knownLog, noteEntry, type PublishedReceipt } from './known-logs.ts'
import { type LogAccess, type LogSigner, logSignerOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'
import type { SignedEntry } from './stored-checkpoint.ts'

interface OwnLog {
  readonly tenantId: string
  readonly signer: LogSigner
  readonly lines: readonly EntryLine[]
  readonly growth?: Growth | undefined
}

interface LogToAppend {
  readonly tenantId: string
  readonly signer: LogSigner
  /** With the entry. */
  readonly size: number
}

/**
 * The receipts in the last bundle of a log, read in the batch that seals its newest receipt; none if this isolate knows
 * the log up to it.
 */
export function linesToPublish({ db, isolate }: LogAccess, { tenantId, signer, size }: LogToAppend) {
  const isKnown = knownLog(isolate, signer.origin).newest?.log.size === size - 1
  const from = isKnown ? size : tileWidth * Math.floor((size - 1) / tileWidth)
  return logReading(db).lines(tenantId, { from, before: size, limit: tileWidth })
}

/**
 * Publishes a sealed receipt: the tiles and entries that it changes, and last the checkpoint; and with it what was sealed
 * in this isolate since. Publishes the whole of a log that was never published. Never rejects: the receipt is valid
 * without it, and the next seal or the scheduled handler makes up for a failure. Three or four calls of R2; queries only
 * where the isolate does not know the entries.
 */
export const publishLog = (access: LogAccess, log: OwnLog, receipt: SignedEntry): Promise<void> =>
  noteSealed(access, log, receipt)()

/**
 * The same for a run: the receipt is noted at once, in the order of the seals, and what is given publishes it outside of
 * that order, once for all runs of the tenant that are being sealed.
 */
export function publishTogether(access: LogAccess, log: OwnLog, receipt: SignedEntry): () => Promise<void> {
  const publishNoted = noteSealed(access, log, receipt)
  const { isolate } = access
  return async () => {
    await waitForOthers(isolate, log.tenantId, isolate.publicationMilliseconds)
    await publishNoted()
  }
}

function noteSealed(access: LogAccess, log: OwnLog, receipt: SignedEntry): () => Promise<void> {
  const known = knownLog(access.isolate, log.signer.origin)
  noteEntry(known, { receipt, lines: log.lines, line: receipt.line })
  return () =>
    serialize(access.isolate, `${log.signer.origin} published`, async () => {
      if (known.settledSize < receipt.log.size) await publishKnown(access, log, { known, receipt })
    })
}

async function publishKnown(
  access: LogAccess,
  log: OwnLog,
  { known, receipt }: { readonly known: KnownLog; readonly receipt: PublishedReceipt },
): Promise<void> {
  const { lines, growth, newest = receipt } = known
  // Seals that wait too long for each other may end in another order.
  const last = newest.log.size < receipt.log.size ? receipt : newest
  const { size } = last.log
  known.growth = undefined
  try {
    // Another isolate may have appended during the publication that ended with this growth.
    const isNext = growth !== undefined && (lines[0]?.sequence ?? size) <= growth.published.size
    known.growth = await publish(access, { ...log, lines, growth: isNext ? growth : undefined }, last)
    known.settledSize = known.growth?.published.size ?? size
    known.lines = known.lines.filter(({ sequence }) => sequence >= known.settledSize)
  } catch (error) {
    known.lines = []
    await noteUnpublished(access, log.tenantId, { size, error })
    known.settledSize = size
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
): Promise<Growth | undefined> {
  const objects = logObjects(bucketOf(access.env), log.signer.origin)
  return publishTiles(objects, sourceOf(access, log), { size, root, note: checkpoint })
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

function sourceOf(access: LogAccess, { tenantId, signer, lines, growth }: OwnLog): LogSource {
  const reading = logReading(access.db)
  return {
    growth,
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
