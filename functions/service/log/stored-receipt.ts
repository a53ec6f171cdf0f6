import { isReceipt, type LogEntry, parseLogEntry, type Receipt } from '@tallystick/engine/log'
import { hashOfLine, verifyInclusion } from '@tallystick/engine/merkle'
import { textsIn } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'
import { LogDivergedError } from './log-diverged.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** The receipt in a row, as `openStoredEntry` opens it. Throws `LogDivergedError` for any other entry, too. */
export async function openStoredReceipt(access: LogAccess, signer: LogSigner, row: ReceiptRow): Promise<Receipt> {
  const entry = await openStoredEntry(access, signer, row)
  if (!isReceipt(entry)) throw new LogDivergedError(`The entry ${row.sequence} is no receipt.`)
  return entry
}

/** The entry in a row. Throws `LogDivergedError` unless it is the last leaf of a tree that we signed. */
export async function openStoredEntry(
  access: Pick<LogAccess, 'isolate' | 'env'>,
  signer: LogSigner,
  row: ReceiptRow,
): Promise<LogEntry> {
  const { sequence, line } = row
  const receipt = parseLogEntry(line)
  if (!receipt.ok) throw new LogDivergedError(`The receipt ${sequence}: ${receipt.detail}.`)
  const opened = await openOwnCheckpoint(access, signer, row.checkpoint ?? '')
  if (!opened.ok) throw new LogDivergedError(`The checkpoint of the receipt ${sequence}: ${opened.detail}.`)
  const { size, root } = opened.value
  const proof = { index: sequence, size, hashes: textsIn(row.inclusion) ?? [] }
  const isInLog =
    receipt.value.sequence === sequence &&
    size === sequence + 1 &&
    verifyInclusion(sha256, { leaf: hashOfLine(sha256, line), root, proof })
  if (!isInLog) throw new LogDivergedError(`The receipt ${sequence} is not in the log that was signed.`)
  return receipt.value
}
