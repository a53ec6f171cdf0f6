import { composeSealed } from '@tallystick/audit/verify/compose-proof'
import { isHash } from '@tallystick/engine/base'
import { parseReceipt } from '@tallystick/engine/log'
import type { Anchor } from '@tallystick/engine/verify'
import type { SealedEvidence } from '@tallystick/schema/evidence'
import { textsIn } from '@tallystick/schema/json-columns'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { vkeysOf } from '../keys/public-keys.ts'
import { type AnchorRows, anchorOf, anchorRowsIn } from '../log/anchor/anchor-of-run.ts'
import { sha256 } from '../platform/hasher.ts'
import { type CompletedRun, requireCompleted } from '../runs/completed-run.ts'
import { requireKeptRecords } from '../runs/deleted-sides.ts'
import { missingRunOf } from '../runs/missing-run.ts'
import { databaseOf, queries } from '../store/database.ts'
import { indexCheckpointStore, indexHeadStore } from '../store/index-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { runStore } from '../store/run-store.ts'

export interface Sealed extends LineAccess {
  readonly run: CompletedRun
  readonly receipt: ReceiptRow
  readonly previous: ReceiptRow | undefined
  /** The deletions of the run and of its datasets, unverified. */
  readonly deletions: readonly ReceiptRow[]
  /** The anchor of the run; undefined for a run that is not anchored. */
  readonly anchored: AnchorRows | undefined
}

/** The stored rows of a completed run and its receipts. Throws for a deleted or lost run. One round trip. */
export async function loadSealed(c: Context<AppEnv>, runId: string): Promise<Sealed> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [[found], [receipt], [previous], deletions, ...anchored] = await db.batch([
    runStore(db).find(tenantId, runId),
    receiptStore(db).ofRun(tenantId, runId),
    receiptStore(db).beforeRun(tenantId, runId),
    receiptStore(db).deletionsAround(tenantId, runId),
    indexHeadStore(db).headOfRun(tenantId, runId),
    indexCheckpointStore(db).anchoredOfRun(tenantId, runId),
    indexCheckpointStore(db).completeOfRun(tenantId, runId),
  ])
  if (found === undefined) throw await missingRunOf(c, receipt, deletions)
  const run = requireCompleted(found)
  if (receipt === undefined) throw recordsAltered('The receipt of the run is gone from the log.')
  return { db, env: c.env, run, receipt, previous, deletions, anchored: anchorRowsIn(...anchored) }
}

/**
 * As `loadSealed`, for answers that need the records of the run. Throws `records_deleted` when a dataset was deleted.
 */
export async function loadWithRecords(c: Context<AppEnv>, runId: string): Promise<Sealed> {
  const sealed = await loadSealed(c, runId)
  await requireKeptRecords(c, sealed.run, sealed.deletions)
  return sealed
}

/** The evidence that the run's receipt is in the log. Throws `records_altered` for an unreadable receipt. */
export async function sealedEvidenceOf(c: Context<AppEnv>, sealed: Sealed): Promise<SealedEvidence> {
  const { receipt, previous } = sealed
  const parsed = parseReceipt(receipt.line)
  if (!parsed.ok) throw recordsAltered(`The receipt of the run: ${parsed.detail}.`)
  const anchor = await loadAnchor(c, sealed)
  const placed = (row: ReceiptRow) => ({ receiptHash: row.leafHash, checkpoint: row.checkpoint, ...proofsOf(row) })
  return composeSealed(sha256, {
    ...placed(receipt),
    receipt: parsed.value,
    previous: previous && { ...placed(previous), receipt: previous.line },
    anchor,
    vkeys: await vkeysOfAll(c, [receipt, previous]),
  })
}

export async function loadAnchor(c: Context<AppEnv>, sealed: Sealed): Promise<Anchor | undefined> {
  const { db, receipt, anchored } = sealed
  return anchored && (await anchorOf({ db, isolate: c.var.isolate, env: c.env }, receipt, anchored))
}

/** The vkeys of the service that signed any of the checkpoints: keys may have rotated in between. */
export async function vkeysOfAll(
  c: Context<AppEnv>,
  rows: readonly (ReceiptRow | undefined)[],
): Promise<readonly string[]> {
  const vkeys = new Set<string>()
  for (const row of rows) {
    if (row === undefined || row.checkpoint === null) continue
    for (const vkey of await vkeysOf(c.var.isolate, c.env, row.checkpoint)) vkeys.add(vkey)
  }
  return [...vkeys]
}

/** The proofs of the receipt, for the tree that it closes. Throws `records_altered` unless they are lists of hashes. */
export function proofsOf({ sequence, inclusion, consistency }: ReceiptRow): Proofs {
  return {
    inclusion: { index: sequence, size: sequence + 1, hashes: hashesOf(inclusion) },
    consistency: { from: sequence, to: sequence + 1, hashes: hashesOf(consistency) },
  }
}

function hashesOf(text: string): string[] {
  const hashes = textsIn(text)
  if (hashes === undefined || !hashes.every(isHash)) throw recordsAltered('A proof of the run’s receipt is none.')
  return [...hashes]
}

type Proofs = Pick<SealedEvidence, 'inclusion' | 'consistency'>
