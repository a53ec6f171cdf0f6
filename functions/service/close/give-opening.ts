import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type Amounts, formatOpening } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { BySide } from '@tallystick/engine/record'
import { type OpeningRecord, openingRequest } from '@tallystick/schema/reconciliation'
import type { Context } from 'hono'
import { jsonByteCountMax } from '../datasets/dataset-limits.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { stale } from '../http/if-match.ts'
import { notOpen } from '../http/not-open.ts'
import { ProblemError } from '../http/problem.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { sha256 } from '../platform/hasher.ts'
import { auditStore } from '../store/audit-store.ts'
import { closeLineStore, partsOfLines } from '../store/close-line-store.ts'
import type { Database } from '../store/database.ts'
import { periodStore } from '../store/period-store.ts'
import {
  isOpeningRefused,
  isVersionConflict,
  type OpeningRow,
  openingStore,
  ownerOfOpening,
} from '../store/reconciliation-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { canonicalAmounts } from './canonical-amounts.ts'
import { openingItemsOf } from './opening-items.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'

/**
 * Stores the balances and the old open items with which the first period begins, in place of those given before. Throws
 * `period_submitted` and `period_closed` once the first period has these to be signed, and `temporarily_overloaded` while
 * a step of it is being signed.
 */
export async function giveOpening(c: Context<AppEnv>, reconciliationId: string): Promise<OpeningRecord> {
  const request = await readJson(c, openingRequest, { bytesMax: jsonByteCountMax })
  const { openingVersion } = await knownReconciliation(c, reconciliationId)
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  await requireOpenFirst(db, tenantId, reconciliationId)
  const { items, totals, counts } = openingItemsOf(request)
  const lines = items.map(formatOpening)
  const row: OpeningRow = {
    tenantId,
    reconciliationId,
    version: (openingVersion ?? 0) + 1,
    balances: JSON.stringify(canonicalBalances(request.balances)),
    root: rootOfLines(sha256, lines),
    sourceCount: counts.source,
    targetCount: counts.target,
    totals: JSON.stringify(totals),
    createdAt: c.var.isolate.now(),
    createdBy: actor.id,
  }
  const store = openingStore(db)
  const owner = ownerOfOpening(row)
  const details = { version: String(row.version), root: row.root }
  try {
    await db.batch([
      store.insert(row),
      ...partsOfLines(lines).map((text, seq) => closeLineStore(db).insert(tenantId, owner, { seq, text })),
      store.removeOld(tenantId, reconciliationId, row.version),
      periodStore(db).reviseFirst(tenantId, reconciliationId),
      storageStore(db).requireRoom(tenantId),
      auditStore(db).insert(eventOf(c, { action: 'opening.given', subject: reconciliationId, details })),
    ])
  } catch (error) {
    if (isStorageConflict(error)) throw await storageProblem(db, tenantId, 0)
    if (isOpeningRefused(error)) {
      await requireOpenFirst(db, tenantId, reconciliationId)
      throw new ProblemError('temporarily_overloaded', { detail: 'The first period is being signed.' })
    }
    throw isVersionConflict(error) ? stale(row.version) : error
  }
  return openingRecordOf(row)
}

async function requireOpenFirst(db: Database, tenantId: string, reconciliationId: string): Promise<void> {
  const [submitted] = await periodStore(db).submittedFirst(tenantId, reconciliationId)
  if (submitted !== undefined) throw notOpen(submitted)
}

const canonicalBalances = ({ source, target }: BySide<Amounts>): BySide<Amounts> => ({
  source: canonicalAmounts(source),
  target: canonicalAmounts(target),
})

export const openingRecordOf = (row: OpeningRow): OpeningRecord => ({
  balances: JSON.parse(row.balances),
  itemCount: { source: row.sourceCount, target: row.targetCount },
  totals: JSON.parse(row.totals),
  root: row.root,
  createdAt: timestampOf(row.createdAt),
  createdBy: row.createdBy,
})
