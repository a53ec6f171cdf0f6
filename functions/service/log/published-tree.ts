import { fromHex, isHash } from '@tallystick/engine/base'
import { checkpointInNote, openTileTree, TileError, type TileTree } from '@tallystick/engine/log'
import { createProofCollector } from '@tallystick/engine/merkle'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Database } from '../store/database.ts'
import type { LogObjects } from '../store/log-objects.ts'
import { receiptStore } from '../store/receipt-store.ts'

/**
 * What `prove` makes of the published tree of a log, which has `size` entries at least. Undefined if a tile is missing or
 * wrong, or the published log is smaller.
 */
export async function proveByTiles<Proof>(
  objects: LogObjects,
  size: number,
  prove: (tree: TileTree) => Promise<Proof>,
): Promise<Proof | undefined> {
  const published = await objects.newest()
  const checkpoint = published && checkpointInNote(published.note)
  if (!checkpoint?.ok || checkpoint.value.size < size) return undefined
  try {
    return await prove(await openTileTree(sha256, checkpoint.value, objects.read))
  } catch (error) {
    if (error instanceof TileError) return undefined
    throw error
  }
}

/** Leaf hashes that one query reads: a few hundred kilobytes. */
const hashCountAtOnce = 5_000

interface Wanted {
  readonly size: number
  /** The size of an earlier log. */
  readonly beginning?: number
  /** The places of entries. */
  readonly leaves?: ReadonlySet<number>
}

/** The same proofs from the leaf hashes of the first `size` entries. Throws `records_lost` if one is missing. */
export async function proveByEntries(db: Database, tenantId: string, { size: to, beginning, leaves }: Wanted) {
  const collector = createProofCollector(sha256)
  let size = 0
  while (size < to) {
    const range = { after: size - 1, before: to, limit: hashCountAtOnce }
    const rows = await receiptStore(db).hashesBetween(tenantId, range)
    if (rows.length === 0) throw lost(size)
    for (const { sequence, leafHash } of rows) {
      if (sequence !== size || !isHash(leafHash)) throw lost(size)
      if (size === beginning) collector.proveBeginning()
      collector.append(fromHex(leafHash), leaves?.has(size))
      size += 1
    }
  }
  if (size === beginning) collector.proveBeginning()
  return collector.finish()
}

const lost = (sequence: number): ProblemError =>
  new ProblemError('records_lost', { detail: `The receipt ${sequence} of the log is missing, or cannot be read.` })
