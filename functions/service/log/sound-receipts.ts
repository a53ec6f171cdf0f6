import { appendReceiptLine, emptyLog, type LogState, parseLogEntry } from '@tallystick/engine/log'
import { sha256 } from '../platform/hasher.ts'
import { type ReceiptRow, receiptStore, storedNameOf } from '../store/receipt-store.ts'
import type { SignedWhen } from './key-uses.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

export interface StoredLog {
  /** The log of all receipts before the first missing or altered one: the sound receipts. */
  readonly state: LogState
  readonly last: ReceiptRow | undefined
  readonly hasOthers: boolean
  readonly signed: readonly SignedWhen[]
}

/** Receipts that one query reads: a few hundred kilobytes. */
const receiptCountAtOnce = 200

/** The stored receipts of a log from the first, as long as each is the next leaf and has our signed checkpoint. */
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
  readonly log: LogState
}

/** Undefined unless the row is as a seal would have stored it in this log. */
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
