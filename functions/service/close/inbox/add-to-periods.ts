import { timestampOf } from '@tallystick/audit/base/timestamp'
import { side as sideOf } from '@tallystick/schema/values'
import { createId } from '../../platform/ids.ts'
import type { Executor } from '../../runs/executor.ts'
import { type AuditEvent, auditStore } from '../../store/audit-store.ts'
import type { InboxFileRow } from '../../store/inbox-store.ts'
import { isRead } from '../../store/period-datasets.ts'
import { periodStore } from '../../store/period-store.ts'

/** How often a change is tried again when another one came between. */
const triesMax = 5

/**
 * Adds the dataset of a file to the open periods that its records meet, as `addDataset` does. May be repeated. Throws where
 * other changes come between all the time.
 */
export async function addToPeriods(executor: Executor, file: InboxFileRow): Promise<void> {
  for (let tries = 1; tries <= triesMax; tries += 1) if (await tryToAdd(executor, file)) return
  throw new Error('A period is being changed all the time')
}

/** True where the first period that the records meet reads the dataset, or none is to read it. */
async function tryToAdd({ db, isolate }: Executor, file: InboxFileRow): Promise<boolean> {
  const { tenantId, id, reconciliationId, receivedAt, linkId } = file
  const store = periodStore(db)
  const side = sideOf.parse(file.side)
  const day = timestampOf(receivedAt).slice(0, 10)
  const [period] = await store.firstMet(tenantId, { reconciliationId, datasetId: id, side, day })
  if (period === undefined) return true
  const now = isolate.now()
  const { id: periodId, revision, addedBy } = period
  const row = { tenantId, periodId, datasetId: id, side, isHandedOn: 0, addedAt: now, addedBy }
  // Whoever holds the link did it.
  const event: AuditEvent = {
    ...{ tenantId, id: createId('evt', now), time: now, subject: periodId, requestId: 'scheduled' },
    ...{ actorId: null, actorName: null },
    action: 'period.changed',
    actorKind: 'visitor',
    details: { dataset: id, side, link: linkId },
  }
  const [, revised] = await db.batch([
    store.addDataset(row, revision),
    store.revise(tenantId, { id: periodId, revision, now }),
    store.reviseLater(row),
    auditStore(db).insertIf(event, isRead(row)),
  ])
  return revised.length > 0
}
