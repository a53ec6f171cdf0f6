import { appendDeletion } from '../../../engine/log/deletion.ts'
import { appendReceipt, emptyLog, type ReceiptFields, type SealedReceipt } from '../../../engine/log/receipt.ts'
import { madeDeletionFields } from '../../support/receipt-fields.ts'
import { sha256 } from './sha256.ts'

interface Place {
  readonly sequence: number
  readonly count: number
  readonly deletionsAt: readonly number[]
}

/** A log of `count` entries in which the receipt of `fields` stands at `sequence` among others of the tenant. */
export function logAround(fields: ReceiptFields, { sequence, count, deletionsAt }: Place): SealedReceipt[] {
  const entries: SealedReceipt[] = []
  for (let at = 0; at < count; at++) {
    const log = entries.at(-1)?.log ?? emptyLog(sha256)
    const other = { ...fields, run: `run_${at}`, leaves: at }
    entries.push(
      deletionsAt.includes(at)
        ? appendDeletion(sha256, log, madeDeletionFields(at, fields.tenant))
        : appendReceipt(sha256, log, at === sequence ? fields : other),
    )
  }
  return entries
}
