import { fromHex, isHash } from '@tallystick/engine/base'
import { checkpointInNote, openTileTree, TileError } from '@tallystick/engine/log'
import { type ConsistencyProof, createProofCollector } from '@tallystick/engine/merkle'
import type { ConsistencyQuery } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { logStore } from '../store/log-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { ownLogObjects } from './own-log.ts'

/** Leaf hashes that one query reads: a few hundred kilobytes. */
const hashCountAtOnce = 5_000

/**
 * The proof that the tenant's log of `to` receipts begins with that of `from`: from a few published tiles, or from the
 * receipts' leaf hashes if tiles are missing. Not verified. Throws `invalid_query` for sizes beyond the log, and
 * `records_lost` if a receipt is missing.
 */
export async function proveConsistency(c: Context<AppEnv>, query: ConsistencyQuery): Promise<ConsistencyProof> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [log] = await logStore(db).find(tenantId)
  requireSizes(query, log?.size ?? 0)
  return (await proofOfTiles(ownLogObjects(c.env, tenantId), query)) ?? proofOfReceipts(db, tenantId, query)
}

function requireSizes({ from, to }: ConsistencyQuery, size: number): void {
  const errors: Fault[] = []
  if (from > to)
    errors.push({ pointer: '/from', code: 'too_big', detail: `Got ${from}, wanted at most ${to}, the size in to` })
  if (to > size)
    errors.push({ pointer: '/to', code: 'too_big', detail: `Got ${to}, wanted at most ${size}, the size of the log` })
  if (errors.length > 0) throw new ProblemError('invalid_query', { errors })
}

/** Undefined if a tile is missing or wrong, or the published log is smaller. */
async function proofOfTiles(
  objects: LogObjects,
  { from, to }: ConsistencyQuery,
): Promise<ConsistencyProof | undefined> {
  const published = await objects.newest()
  const checkpoint = published && checkpointInNote(published.note)
  if (!checkpoint?.ok || checkpoint.value.size < to) return undefined
  try {
    const tree = await openTileTree(sha256, checkpoint.value, objects.read)
    return await tree.consistency(from, to)
  } catch (error) {
    if (error instanceof TileError) return undefined
    throw error
  }
}

async function proofOfReceipts(
  db: Database,
  tenantId: string,
  { from, to }: ConsistencyQuery,
): Promise<ConsistencyProof> {
  const collector = createProofCollector(sha256)
  let size = 0
  while (size < to) {
    const range = { after: size - 1, before: to, limit: hashCountAtOnce }
    const rows = await receiptStore(db).hashesBetween(tenantId, range)
    if (rows.length === 0) throw lost(size)
    for (const { sequence, leafHash } of rows) {
      if (sequence !== size || !isHash(leafHash)) throw lost(size)
      if (size === from) collector.proveBeginning()
      collector.append(fromHex(leafHash))
      size += 1
    }
  }
  if (size === from) collector.proveBeginning()
  const proof = collector.finish().consistency.get(from)
  if (proof === undefined) throw new Error('A beginning was asked for and not proven')
  return proof
}

const lost = (sequence: number): ProblemError =>
  new ProblemError('records_lost', { detail: `The receipt ${sequence} of the log is missing, or cannot be read.` })
