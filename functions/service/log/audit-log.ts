import {
  appendReceiptLine,
  type Checkpoint,
  checkpointInNote,
  emptyLog,
  type LogState,
  openTileTree,
  parseLogEntry,
  TileError,
} from '@tallystick/engine/log'
import type { LogAudit, LogCheckName } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { sha256 } from '../platform/hasher.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { databaseOf, queries } from '../store/database.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { logReading, type ReceiptWithRun } from '../store/log-reading.ts'
import { type LogRow, logStore } from '../store/log-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { auditFiles } from './audit-files.ts'
import { createFindings, type Findings } from './audit-findings.ts'
import { auditOnce } from './audit-once.ts'
import { type AuditedLog, auditReceipts } from './audit-receipts.ts'
import { logSignerOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'
import { ownLogObjects } from './own-log.ts'

/** Receipts that one query reads: two megabytes, with proofs and runs. */
const receiptCountAtOnce = 500
/** The most runs without receipts that are read: one more than the answer shows, to know whether there are more. */
const runCountMax = 1_001

/** Recomputes the log from the stored receipts, and compares its row, the runs and the published files. O(n) time. */
export async function auditLog(c: Context<AppEnv>): Promise<LogAudit> {
  const { tenantId } = c.var.identity
  const access = { db: queries(databaseOf(c.env, tenantId)), isolate: c.var.isolate, env: c.env }
  await c.var.memory.takeForEvidence(receiptCountAtOnce)
  const findings = createFindings()
  const log: AuditedLog = { access, tenantId, findings, signer: await logSignerOf(access, tenantId) }
  const objects = ownLogObjects(c.env, tenantId)
  const [[row], newest] = await access.db.batch([
    logStore(access.db).find(tenantId),
    receiptStore(access.db).newest(tenantId),
  ])
  // `checkHead` reports a size below 0.
  const size = Math.max(0, row?.size ?? 0)
  const published = await readPublished(log, objects)
  const state = await walk(log, { size, published, objects })
  checkHead(row, state, findings)
  if (newest.length > 1) findings.fault('head', `There is a receipt ${newest.at(-1)?.sequence} behind the log's size.`)
  if (state !== undefined) await checkNext(log, state)
  if (state !== undefined && published !== undefined && published.size > size)
    await checkAhead(objects, { state, published, findings })
  const orphans = await logReading(access.db).withoutReceipt(tenantId, runCountMax)
  for (const { id } of orphans) findings.list('runsWithoutReceipts', id)
  if (row !== undefined && row.diverged !== null)
    findings.diverge('head', 'The log was marked as diverged when a run was to be sealed.')
  return { size, root: (state ?? emptyLog(sha256)).root, ...findings.report(holding(size, published)) }
}

/** The published checkpoint; undefined unless this service signed it for this log. */
async function readPublished(
  { access, signer, findings }: AuditedLog,
  objects: LogObjects,
): Promise<Checkpoint | undefined> {
  const stored = await objects.newest()
  if (stored === undefined) return undefined
  const opened = await openOwnCheckpoint(access, signer, stored.note)
  if (opened.ok) return opened.value
  findings.fault('published', `The published checkpoint: ${opened.detail}.`)
  return undefined
}

/** After a restore of the database, the published log may be larger than the stored one, but has to begin with it. */
async function checkAhead(objects: LogObjects, { state, published, findings }: Ahead): Promise<void> {
  const what = `A checkpoint of size ${published.size} is published, and the stored log has ${state.size} receipts`
  const root = await openTileTree(sha256, published, objects.read)
    .then((tree) => tree.rootOf(state.size))
    .catch((error: unknown) => {
      if (error instanceof TileError) return undefined
      throw error
    })
  if (root === state.root) findings.fault('published', `${what}, the first of them.`)
  else if (root === undefined)
    findings.fault('published', `${what}; the published tiles do not show whether they are the first.`)
  else findings.diverge('published', `${what}, which are not the first of them.`)
}

interface Ahead {
  readonly state: LogState
  readonly published: Checkpoint
  readonly findings: Findings
}

interface Walk {
  readonly size: number
  readonly published: Checkpoint | undefined
  readonly objects: LogObjects
}

async function walk(log: AuditedLog, { size, published, objects }: Walk): Promise<LogState | undefined> {
  const receipts = auditReceipts(log)
  const once = auditOnce(log)
  const files = published && published.size <= size ? auditFiles(objects, published, log.findings) : undefined
  let next = 0
  for await (const row of receiptsOf(log, size)) {
    await receipts.take(row)
    const state = receipts.state()
    await once.take(row.receipt, state)
    next = row.receipt.sequence + 1
    if (state === undefined) continue
    await files?.take(row.receipt.line)
    if (state.size === published?.size && state.root !== published.root)
      log.findings.diverge(
        'published',
        `The published checkpoint has the root ${published.root}, wanted ${state.root}.`,
      )
  }
  receipts.finish()
  if (next < size) {
    log.findings.list('gaps', { from: next, to: size - 1 })
    return undefined
  }
  return receipts.state()
}

async function* receiptsOf({ access, tenantId }: AuditedLog, size: number): AsyncGenerator<ReceiptWithRun> {
  for (let from = 0; from < size; ) {
    const rows = await logReading(access.db).withRuns(tenantId, { from, before: size, limit: receiptCountAtOnce })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < receiptCountAtOnce) return
    from = last.receipt.sequence + 1
  }
}

function checkHead(row: LogRow | undefined, state: LogState | undefined, findings: Findings): void {
  if (row === undefined || state === undefined) {
    findings.fault('head', row === undefined ? 'The log has no row.' : 'A receipt is missing, so no root is known.')
    return
  }
  const wanted = { ...state, frontier: JSON.stringify(state.frontier) }
  for (const name of ['size', 'root', 'frontier', 'previous'] as const)
    if (row[name] !== wanted[name])
      findings.fault('head', `The ${name} of the log is ${row[name]}, wanted ${wanted[name]}.`)
}

async function checkNext({ access, signer, findings }: AuditedLog, state: LogState): Promise<void> {
  const next = await checkpointStore(bucketOf(access.env), signer.origin).find(state.size + 1)
  if (next !== undefined && !isBuiltOn(state, next))
    findings.diverge('signedOnce', `A checkpoint of size ${state.size + 1} was signed that is not built on this log.`)
}

/** Whether a checkpoint is built on this log: a seal may have stored its checkpoint, but not yet its receipt. */
function isBuiltOn(
  state: LogState,
  { note, receipt: line }: { readonly note: string; readonly receipt: string },
): boolean {
  const [receipt, checkpoint] = [parseLogEntry(line), checkpointInNote(note)]
  if (!receipt.ok || !checkpoint.ok || receipt.value.previous !== state.previous) return false
  return appendReceiptLine(sha256, state, line).log.root === checkpoint.value.root
}

function holding(size: number, published: Checkpoint | undefined): { readonly [name in LogCheckName]: string } {
  const upTo =
    published === undefined ? 'Nothing is published yet.' : `Published up to size ${published.size} of ${size}.`
  return {
    receipts: `All ${size} receipts are of this tenant, and at their places.`,
    chain: 'Each receipt names the one before.',
    proofs: 'The stored proofs are those of the tree.',
    checkpoints: 'Each checkpoint has the size and root of its tree, and a signature of this service.',
    head: 'The log’s row has the root of its receipts.',
    runs: 'Each run is as its receipt says.',
    signedOnce:
      'The checkpoint of each receipt is stored once, and none of these sizes or the next was signed for another log.',
    published: upTo,
    tiles:
      published !== undefined && published.size > size
        ? `Not compared: the published log has size ${published.size}, and the stored one ${size}.`
        : upTo,
  }
}
