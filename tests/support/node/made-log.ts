import { toBase64, utf8 } from '@tallystick/engine/base'
import {
  appendDeletion,
  appendReceipt,
  createTileBuilder,
  emptyLog,
  entriesPath,
  formatEntries,
  formatVkey,
  signCheckpoint,
  tilePath,
  tileWidth,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { leafHash } from '@tallystick/engine/merkle'
import { signerOf } from '../../engine/support/ed25519.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { madeDeletionFields, madeReceiptFields } from '../receipt-fields.ts'

/** A log made by hand, as its service would publish it. */
export interface MadeLog {
  readonly origin: string
  /** The published files by path, the newest checkpoint among them. */
  readonly files: Map<string, Uint8Array>
  readonly note: string
  /** The keys that signed, as vkeys and as the service lists them. */
  readonly vkeys: readonly string[]
  readonly rawKeys: readonly string[]
}

export interface LogPlan {
  readonly size: number
  /** The first receipt that is another one than in logs without a fork; none when left out. */
  readonly fork?: number
  /** Places that a deletion has in place of a receipt. */
  readonly deletionsAt?: readonly number[]
  /** The signers; one for each seed. */
  readonly seeds?: readonly number[]
  readonly origin?: string
  /** What stands in place of a receipt. */
  readonly entryAt?: (index: number, line: string) => Uint8Array
}

const tenant = 'a'.repeat(64)

/** Makes the log of a plan: equal plans make equal logs, and plans of other sizes make beginnings of them. */
export async function makeLog({
  size,
  fork,
  seeds = [1],
  origin = `log.test/${tenant}`,
  deletionsAt = [],
  entryAt,
}: LogPlan): Promise<MadeLog> {
  const files = new Map<string, Uint8Array>()
  const builder = createTileBuilder(sha256)
  const entries: Uint8Array[] = []
  let log = emptyLog(sha256)
  for (let index = 0; index < size; index += 1) {
    const isForked = fork !== undefined && index >= fork
    const fields = madeReceiptFields(index, tenant, isForked ? 'e'.repeat(64) : undefined)
    const sealed = deletionsAt.includes(index)
      ? appendDeletion(sha256, log, madeDeletionFields(index, tenant))
      : appendReceipt(sha256, log, fields)
    log = sealed.log
    const entry = entryAt?.(index, sealed.line) ?? utf8(sealed.line)
    entries.push(entry)
    builder.append(leafHash(sha256, entry))
  }
  for (const { bytes, ...tile } of [...builder.takeFull(), ...builder.partial()]) files.set(tilePath(tile), bytes)
  for (let start = 0; start < size; start += tileWidth) {
    const bundle = entries.slice(start, start + tileWidth)
    files.set(entriesPath({ index: start / tileWidth, width: bundle.length }), formatEntries(bundle))
  }
  const signers = seeds.map(signerOf)
  const root = Buffer.from(builder.root()).toString('hex')
  const note = await signCheckpoint(sha256, { origin, size, root }, signers)
  files.set('checkpoint', utf8(note))
  return {
    origin,
    files,
    note,
    vkeys: signers.map(({ publicKey }) => formatVkey(verifierKeyOf(sha256, origin, publicKey))),
    rawKeys: signers.map(({ publicKey }) => toBase64(publicKey)),
  }
}
