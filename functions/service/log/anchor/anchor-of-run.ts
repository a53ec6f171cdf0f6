import { fromHex } from '@tallystick/engine/base'
import {
  type IndexHead,
  indexOriginOfLog,
  logNameOf,
  openTileTree,
  parseHead,
  proveGrowth,
  TileError,
} from '@tallystick/engine/log'
import { type ConsistencyProof, createFrontier, hashOfLine } from '@tallystick/engine/merkle'
import { type Anchor, headCountMax } from '@tallystick/engine/verify'
import type { Env } from '../../env.ts'
import { readStored, recordsAltered } from '../../http/altered.ts'
import { vkeysOf } from '../../keys/public-keys.ts'
import { sha256 } from '../../platform/hasher.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { bucketOf, hasBucket } from '../../store/bucket.ts'
import type { Database } from '../../store/database.ts'
import { type IndexCheckpointRow, type IndexHeadRow, indexHeadStore } from '../../store/index-store.ts'
import { logObjects } from '../../store/log-objects.ts'
import { type ReceiptRow, receiptStore } from '../../store/receipt-store.ts'
import { readAnchorSettings } from './anchor-settings.ts'

export interface AnchorRows {
  readonly head: IndexHeadRow
  readonly checkpoint: IndexCheckpointRow
}

/**
 * The first head of a run with the first checkpoint that all witnesses and time stamps have confirmed, or else the
 * first that one has confirmed. Undefined for a run that is not anchored. Takes the answers of `headOfRun`,
 * `anchoredOfRun` and `completeOfRun`.
 */
export function anchorRowsIn(
  [head]: readonly IndexHeadRow[],
  [anchored]: readonly IndexCheckpointRow[],
  [complete]: readonly IndexCheckpointRow[],
): AnchorRows | undefined {
  const checkpoint = complete ?? anchored
  return head === undefined || checkpoint === undefined ? undefined : { head, checkpoint }
}

/** Whether the anchor in a run's evidence may still change: until all witnesses and time stamps have confirmed it. */
export function mayBeAnchored(env: Env, anchored: AnchorRows | undefined): boolean {
  const settings = readAnchorSettings(env)
  const isConfigured = !settings.ok || settings.value.witnesses.length > 0 || settings.value.timeStampUrl !== undefined
  return isConfigured && anchored?.checkpoint.state !== 'complete'
}

/**
 * The anchor of a run with all its proofs; undefined without a bucket, if tiles are missing, or if the run was sealed
 * under another LOG_ORIGIN than its head. Queries the receipts between run and head, and the heads before; a few reads
 * of R2. Throws `UnavailableError` if R2 does not answer.
 */
export async function anchorOf(
  { db, isolate, env }: { readonly db: Database; readonly isolate: Isolate; readonly env: Env },
  receipt: ReceiptRow,
  { head, checkpoint }: AnchorRows,
): Promise<Anchor | undefined> {
  const parsed = parseHead(head.line)
  const [indexOrigin = ''] = checkpoint.note.split('\n')
  const [origin = ''] = (receipt.checkpoint ?? '').split('\n')
  const isOfLog =
    parsed.ok && parsed.value.log === logNameOf(sha256, origin) && indexOriginOfLog(origin) === indexOrigin
  if (!isOfLog || !hasBucket(env)) return undefined
  const hashes = await inclusionIn(env, indexOrigin, { head, checkpoint })
  return (
    hashes && {
      checkpoint: checkpoint.note,
      consistency: await growthTo(db, receipt, head.size),
      heads: await headsUpTo(db, head),
      inclusion: { index: head.position, size: checkpoint.size, hashes },
      keys: await vkeysOf(isolate, env, checkpoint.note),
      timestamp: checkpoint.timeStamp,
    }
  )
}

async function inclusionIn(
  env: Env,
  origin: string,
  { head, checkpoint }: AnchorRows,
): Promise<readonly string[] | undefined> {
  const objects = logObjects(bucketOf(env), origin)
  try {
    const tree = await openTileTree(sha256, checkpoint, objects.read)
    return (await tree.inclusion(head.position, checkpoint.size)).hashes
  } catch (error) {
    if (error instanceof TileError) return undefined
    throw error
  }
}

/** The newest heads up to this one, oldest first. Throws `records_altered` if one does not name its predecessor. */
async function headsUpTo(db: Database, { tenantId, position }: IndexHeadRow): Promise<readonly string[]> {
  const rows = await indexHeadStore(db).before(tenantId, { position, limit: headCountMax })
  for (const [index, { line }] of rows.entries()) {
    const { previous } = readStored('A head of the log in the index', () => headIn(line))
    const before = rows[index + 1]
    const isNamed =
      before === undefined ? previous === null || rows.length === headCountMax : isPrevious(previous, before)
    if (!isNamed) throw recordsAltered('A head of the log in the index does not name the one before.')
  }
  return rows.map(({ line }) => line).toReversed()
}

const isPrevious = (previous: IndexHead['previous'], { position, line }: Pick<IndexHeadRow, 'position' | 'line'>) =>
  previous?.entry === position && previous.hash === hashOfLine(sha256, line)

function headIn(line: string): IndexHead {
  const head = parseHead(line)
  if (!head.ok) throw new Error(head.detail)
  return head.value
}

const readCount = 10_000

/** The proof that the log of `size` entries begins with the log that ends with a receipt. */
async function growthTo(
  db: Database,
  { tenantId, sequence, leafHash, inclusion }: ReceiptRow,
  size: number,
): Promise<ConsistencyProof> {
  const later: string[] = []
  while (sequence + 1 + later.length < size) {
    const after = sequence + later.length
    const rows = await receiptStore(db).hashesBetween(tenantId, { after, before: size, limit: readCount })
    if (rows.length === 0) throw recordsAltered('The log has fewer receipts than its head in the index says.')
    later.push(...rows.map((row) => row.leafHash))
  }
  return readStored('The receipts of the log', () => {
    // The inclusion proof of the last leaf consists of the perfect subtrees of the tree before it.
    const frontier = createFrontier(sha256, { size: sequence, hashes: JSON.parse(inclusion).toReversed() })
    frontier.append(fromHex(leafHash))
    return proveGrowth(sha256, frontier.state(), later)
  })
}
