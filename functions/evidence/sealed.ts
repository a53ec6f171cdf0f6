import { isHash, parseReceipt, parseVkey } from '@tallystick/engine'
import type { Context } from 'hono'
import type { SealedEvidence } from '../../schema/evidence.ts'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { vkeysOf } from '../keys/public-keys.ts'
import { sha256 } from '../platform/hasher.ts'
import { type CompletedRun, requireCompleted } from '../runs/completed-run.ts'
import { missingRunOf } from '../runs/missing-run.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { textsIn } from '../store/json-column.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { runStore } from '../store/run-store.ts'

/** The rows of a completed run and of the receipt that seals it. */
export interface Sealed {
  readonly db: Database
  readonly run: CompletedRun
  readonly receipt: ReceiptRow
}

/**
 * Reads the run and its receipt. Throws `run_not_found`, `run_not_finished`, `records_lost` or
 * `records_altered`. One round trip.
 */
export async function loadSealed(c: Context<AppEnv>, runId: string): Promise<Sealed> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [[found], [receipt]] = await db.batch([
    runStore(db).find(tenantId, runId),
    receiptStore(db).ofRun(tenantId, runId),
  ])
  if (found === undefined) throw missingRunOf(receipt)
  const run = requireCompleted(found)
  if (receipt === undefined) throw recordsAltered('The receipt of the run is gone from the log.')
  return { db, run, receipt }
}

/** The receipt with its stored proofs and checkpoint, and the keys that signed the checkpoint. */
export async function sealedEvidenceOf(c: Context<AppEnv>, { receipt }: Sealed): Promise<SealedEvidence> {
  const parsed = parseReceipt(receipt.line)
  if (!parsed.ok) throw recordsAltered(`The receipt of the run: ${parsed.detail}.`)
  const { checkpoint } = receipt
  const vkeys = checkpoint === null ? [] : await vkeysOf(c.var.isolate, c.env, checkpoint)
  return {
    receipt: parsed.value,
    receiptHash: receipt.leafHash,
    ...proofsOf(receipt),
    checkpoint,
    keys: vkeys.flatMap((vkey) => {
      const key = parseVkey(sha256, vkey)
      return key.ok ? [{ name: key.value.name, keyId: key.value.keyId, vkey }] : []
    }),
  }
}

/**
 * The proofs stored with a receipt. They are about the tree whose last leaf is the receipt. Throws `records_altered` when
 * they are no lists of hashes.
 */
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
