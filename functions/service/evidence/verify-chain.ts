import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { linesOf } from '@tallystick/engine/base'
import { type Deletion, type LogState, parseReceipt } from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import { type ChainInput, type ChainReport, verifyProofChain } from '@tallystick/engine/verify'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { keyPeriodNotes } from '../log/key-periods.ts'
import { tenantHashOf } from '../log/log-signer.ts'
import { sha256 } from '../platform/hasher.ts'
import { requireCompleted } from '../runs/completed-run.ts'
import { deletedSidesOf } from '../runs/deleted-sides.ts'
import { missingRunOf } from '../runs/missing-run.ts'
import { claimsOf, hashesIn, sealedRunOf } from '../runs/stored-claims.ts'
import { policyByteCountMaxOf, wholePolicyOf } from '../runs/stored-policy.ts'
import { refuseTooManyToProve } from '../runs/too-many-records.ts'
import { closeTextOf, ownerOfLines } from '../store/close-line-store.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { type LogRow, logStore } from '../store/log-store.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { rawResultChunksOf, rawResultPlacesOf } from '../store/result-chunks.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { sideChunksOf } from '../store/side-chunks.ts'
import { vkeysOfAll } from './sealed.ts'

/** Leaf hashes of later receipts that one query reads: a few hundred kilobytes. */
const laterCountAtOnce = 5_000

/** Recomputes the proof chain of a run from the stored rows and reports on its ten links. */
export async function verifyChain(c: Context<AppEnv>, runId: string): Promise<ChainReport> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [[found], [receipt], [log], deletions] = await db.batch([
    runStore(db).find(tenantId, runId),
    receiptStore(db).ofRun(tenantId, runId),
    logStore(db).find(tenantId),
    receiptStore(db).deletionsAround(tenantId, runId),
  ])
  if (found === undefined) throw await missingRunOf(c, receipt, deletions)
  // A run with a receipt was completed: if its row says otherwise, the report says so.
  const run = receipt === undefined ? requireCompleted(found) : found
  const deleted = await deletedSidesOf({ isolate: c.var.isolate, env: c.env }, run, deletions)
  const [source, target] = [keptSideOf(run.source, deleted.source), keptSideOf(run.target, deleted.target)]
  const sequence = sequenceOf(run, receipt)
  const recordCount = Math.max(0, source.recordCount) + Math.max(0, target.recordCount)
  refuseTooManyToProve(c, recordCount)
  await c.var.memory.takeForBody(policyByteCountMaxOf(run))
  await c.var.memory.takeForEvidence(recordCount)
  const datasetIds = [source.datasetId, target.datasetId].filter((id) => id !== null)
  const [[previous], ...datasets] = await db.batch([
    receiptStore(db).at(tenantId, sequence - 1),
    ...datasetIds.map((id) => datasetStore(db).find(tenantId, id)),
  ])
  const rowOf = ({ datasetId }: PinnedSide) => datasets.flat().find(({ id }) => id === datasetId)
  const access = { db, env: c.env }
  const input: ChainInput = {
    run: sealedRunOf(run),
    actor: run.createdBy,
    tenant: tenantHashOf(tenantId),
    source: sideChunksOf(access, { ...run, source }, { side: 'source', isRaw: true }),
    target: sideChunksOf(access, { ...run, target }, { side: 'target', isRaw: true }),
    ...(run.period?.instructions != null && {
      instructions: linesOf(
        await closeTextOf(db, tenantId, { owner: ownerOfLines(run.period.id, run.period.instructions) }),
      ),
    }),
    result: rawResultChunksOf(access, run, await rawResultPlacesOf(db, run)),
    datasets: { ...claimsOf('source', source, rowOf(source)), ...claimsOf('target', target, rowOf(target)) },
    ...((deleted.source ?? deleted.target) && { deleted }),
    rules: await wholePolicyOf(db, run),
    ...linkOf(sequence, receipt, previous),
    keys: await vkeysOfAll(c, [receipt, previous]),
    periods: await keyPeriodNotes(c.env),
    log: log === undefined ? null : { state: stateOf(log), later: hashesAfter(db, log, sequence) },
  }
  return verifyProofChain({ sha256, verify: verifySignature }, input)
}

const keptSideOf = (side: PinnedSide, deletion: Deletion | undefined): PinnedSide =>
  deletion === undefined ? side : { ...side, datasetId: null }

/**
 * The index of the run's receipt in the log: as the line says if its leaf hash is right, else as the row says. So when
 * a row was moved to another sequence, only its own proof fails: the receipts before and after it are still found.
 */
function sequenceOf(run: RunRow, receipt: ReceiptRow | undefined): number {
  if (receipt === undefined) return run.sequence ?? 0
  const parsed = parseReceipt(receipt.line)
  const isLine = parsed.ok && hashOfLine(sha256, receipt.line) === receipt.leafHash
  return isLine ? parsed.value.sequence : receipt.sequence
}

type Link =
  | 'receipt'
  | 'previous'
  | 'inclusion'
  | 'consistency'
  | 'checkpoint'
  | 'previousInclusion'
  | 'previousCheckpoint'

/** A missing receipt has proofs without a hash. */
function linkOf(
  sequence: number,
  receipt: ReceiptRow | undefined,
  previous: ReceiptRow | undefined,
): Pick<ChainInput, Link> {
  const place = receipt?.sequence ?? sequence
  return {
    receipt: receipt ?? null,
    previous: previous ?? null,
    inclusion: { index: place, size: place + 1, hashes: hashesIn(receipt?.inclusion ?? '') },
    consistency: { from: sequence, to: sequence + 1, hashes: hashesIn(receipt?.consistency ?? '') },
    checkpoint: receipt?.checkpoint ?? null,
    ...(previous && {
      previousInclusion: {
        index: previous.sequence,
        size: previous.sequence + 1,
        hashes: hashesIn(previous.inclusion),
      },
      previousCheckpoint: previous.checkpoint,
    }),
  }
}

const stateOf = ({ size, frontier, root, previous }: LogRow): LogState => ({
  size,
  frontier: hashesIn(frontier),
  root,
  previous,
})

/** The leaf hashes of the receipts after `sequence`, up to the log's size when its row was read. */
async function* hashesAfter(db: Database, { tenantId, size }: LogRow, sequence: number): AsyncGenerator<string> {
  let after = sequence
  while (true) {
    const rows = await receiptStore(db).hashesBetween(tenantId, { after, before: size, limit: laterCountAtOnce })
    for (const { leafHash } of rows) yield leafHash
    const last = rows.at(-1)
    if (last === undefined || rows.length < laterCountAtOnce) return
    after = last.sequence
  }
}
