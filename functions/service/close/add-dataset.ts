import { type PeriodRecord, periodDatasetRequest } from '@tallystick/schema/period'
import type { Context } from 'hono'
import { missingDataset } from '../datasets/missing-dataset.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { ProblemError } from '../http/problem.ts'
import { auditStore } from '../store/audit-store.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { isRead } from '../store/period-datasets.ts'
import { periodStore } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { knownPeriod } from './read-periods.ts'
import { dbOf } from './read-reconciliations.ts'
import { settingsOf } from './reconciliation-record.ts'

/** How often a change is tried again when another one came between. */
const triesMax = 5

/**
 * Adds a dataset to what a side of the period reads, and to the later open periods that it reaches into. Adding it
 * again changes nothing. Throws `same_dataset` where the other side reads it, and `period_submitted` and `period_closed`.
 */
export async function addDataset(c: Context<AppEnv>, periodId: string): Promise<PeriodRecord> {
  const { datasetId, side } = await readJson(c, periodDatasetRequest)
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const added = await tryToAdd(c, periodId, { datasetId, side })
    if (added) return knownPeriod(c, periodId)
  }
  throw new ProblemError('temporarily_overloaded', { detail: 'The period is being changed all the time.' })
}

interface Added {
  readonly datasetId: string
  readonly side: 'source' | 'target'
}

async function tryToAdd(c: Context<AppEnv>, periodId: string, { datasetId, side }: Added): Promise<boolean> {
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const store = periodStore(db)
  const [[period], read, [dataset]] = await db.batch([
    store.find(tenantId, periodId),
    store.datasets(tenantId, periodId),
    datasetStore(db).find(tenantId, datasetId),
  ])
  if (period === undefined) throw new ProblemError('period_not_found')
  if (dataset === undefined) throw await missingDataset(c, db, datasetId)
  const known = read.find((each) => each.datasetId === datasetId)
  if (known?.side === side) return true
  if (known !== undefined)
    throw new ProblemError('same_dataset', { detail: `The ${known.side} of the period reads this dataset.` })
  refuseUnlessOpen(period)
  await requireAdapter(c, { ...period, side, adapter: dataset.adapter })
  const { revision } = period
  const row = { tenantId, periodId, datasetId, side, isHandedOn: 0, addedAt: c.var.isolate.now(), addedBy: actor.id }
  const details = { dataset: datasetId, side }
  const [, revised] = await db.batch([
    store.addDataset(row, revision),
    store.revise(tenantId, { id: periodId, revision, now: row.addedAt }),
    store.reviseLater(row),
    auditStore(db).insertIf(eventOf(c, { action: 'period.changed', subject: periodId, details }), isRead(row)),
  ])
  return revised.length > 0
}

/** Throws `validation_failed` for a dataset of another adapter than that of the side. */
async function requireAdapter(
  c: Context<AppEnv>,
  {
    reconciliationId,
    settingsVersion,
    side,
    adapter,
  }: {
    readonly reconciliationId: string
    readonly settingsVersion: number
    readonly side: 'source' | 'target'
    readonly adapter: string
  },
): Promise<void> {
  const { tenantId } = c.var.identity
  const [row] = await reconciliationStore(dbOf(c)).settings(tenantId, reconciliationId, settingsVersion)
  if (row === undefined) throw new Error('A period has its settings')
  const wanted = settingsOf(row.settings)[side].adapter
  if (wanted === adapter) return
  const detail = `Got a dataset of ${adapter}, wanted one of ${wanted}, which the ${side} reads`
  throw new ProblemError('validation_failed', { errors: [{ pointer: '/datasetId', code: 'other_adapter', detail }] })
}
