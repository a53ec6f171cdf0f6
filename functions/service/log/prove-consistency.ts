import type { ConsistencyProof } from '@tallystick/engine/merkle'
import type { ConsistencyQuery } from '@tallystick/schema/log'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { logStore } from '../store/log-store.ts'
import { ownLogObjects } from './own-log.ts'
import { proveByEntries, proveByTiles } from './published-tree.ts'

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
  const { from, to } = query
  const byTiles = await proveByTiles(ownLogObjects(c.env, tenantId), to, (tree) => tree.consistency(from, to))
  if (byTiles !== undefined) return byTiles
  const proof = (await proveByEntries(db, tenantId, { size: to, beginning: from })).consistency.get(from)
  if (proof === undefined) throw new Error('A beginning was asked for and not proven')
  return proof
}

function requireSizes({ from, to }: ConsistencyQuery, size: number): void {
  const errors: Fault[] = []
  if (from > to)
    errors.push({ pointer: '/from', code: 'too_big', detail: `Got ${from}, wanted at most ${to}, the size in to` })
  if (to > size)
    errors.push({ pointer: '/to', code: 'too_big', detail: `Got ${to}, wanted at most ${size}, the size of the log` })
  if (errors.length > 0) throw new ProblemError('invalid_query', { errors })
}
