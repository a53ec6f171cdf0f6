import { appendReceiptLine, emptyLog, type LogState, parseLogEntry } from '@tallystick/engine/log'
import { sha256 } from '../platform/hasher.ts'
import { type ReceiptRow, receiptStore, storedNameOf } from '../store/receipt-store.ts'
import type { SignedWhen } from './key-uses.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** What the database has of a log. */
export interface StoredLog {
  /** The log of the receipts before the first that is missing or not as it was signed. */
  readonly state: LogState
  /** The last of those receipts. */
  readonly last: ReceiptRow | undefined
  /** Whether the database has receipts behind them. */
  readonly hasOthers: boolean
  /** Which keys signed those receipts, and when. */
  readonly signed: readonly SignedWhen[]
}

/** Receipts read in one round trip: a few hundred kilobytes. */
const receiptCountAtOnce = 200

/**
 * Goes through the stored receipts of a log from the first, for as long as each is the next leaf of the log, its proofs
 * are those that follow, and its checkpoint is one we signed for that log. O(n) hashes and signatures.
 */
export async function readSoundReceipts(access: LogAccess, signer: LogSigner, tenantId: string): Promise<StoredLog> {
  let state = emptyLog(sha256)
  let last: ReceiptRow | undefined
  const signed: SignedWhen[] = []
  while (true) {
    const from = { sequence: state.size, limit: receiptCountAtOnce }
    const rows = await receiptStore(access.db).from(tenantId, from)
    for (const row of rows) {
      const next = await nextReceipt(access, { signer, tenantId, state }, row)
      if (next === undefined) return { state, last, hasOthers: true, signed }
      state = next.log
      last = row
      signed.push(next)
    }
    if (rows.length < receiptCountAtOnce) return { state, last, hasOthers: false, signed }
  }
}

interface SoundReceipt extends SignedWhen {
  /** The log with the receipt. */
  readonly log: LogState
}

/** The receipt in a row; undefined unless the row is as a seal of that log would have stored it. */
async function nextReceipt(
  access: LogAccess,
  log: { readonly signer: LogSigner; readonly tenantId: string; readonly state: LogState },
  row: ReceiptRow,
): Promise<SoundReceipt | undefined> {
  const entry = parseLogEntry(row.line)
  if (!entry.ok) return undefined
  const { value: fields } = entry
  const { sequence, previous, tenant } = fields
  const receipt = appendReceiptLine(sha256, log.state, row.line)
  const isNext =
    sequence === log.state.size &&
    row.sequence === sequence &&
    previous === log.state.previous &&
    tenant === tenantHashOf(log.tenantId) &&
    row.runId === storedNameOf(fields) &&
    row.leafHash === receipt.leafHash &&
    row.inclusion === JSON.stringify(receipt.inclusion) &&
    row.consistency === JSON.stringify(receipt.consistency)
  if (!isNext || row.checkpoint === null) return undefined
  const opened = await openOwnCheckpoint(access, log.signer, row.checkpoint)
  if (!opened.ok || opened.value.size !== receipt.log.size || opened.value.root !== receipt.log.root) return undefined
  return { log: receipt.log, fields, signedBy: opened.value.signedBy }
}
