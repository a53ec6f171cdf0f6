import { nullableTimestampOf, timestampOf } from '@tallystick/audit/base/timestamp'
import { jsonIn } from '@tallystick/schema/json-columns'
import {
  type ScheduleRecord,
  type ScheduleRequest,
  scheduleRequest,
  storedOccasion,
  storedWaiting,
} from '@tallystick/schema/schedule'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { nextTimeAfter } from '../platform/daily-time.ts'
import { auditStore } from '../store/audit-store.ts'
import { type ScheduleRow, scheduleStore } from '../store/schedule-store.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'

/** Throws `reconciliation_not_found`. */
export async function scheduleOf(c: Context<AppEnv>, reconciliationId: string): Promise<ScheduleRecord> {
  await knownReconciliation(c, reconciliationId)
  const [row] = await scheduleStore(dbOf(c)).find(c.var.identity.tenantId, reconciliationId)
  return row === undefined ? noSchedule : scheduleRecordOf(row)
}

/** Sets the schedule in place of the one before. Throws `reconciliation_not_found`. */
export async function setSchedule(c: Context<AppEnv>, reconciliationId: string): Promise<ScheduleRecord> {
  const request = await readJson(c, scheduleRequest)
  await knownReconciliation(c, reconciliationId)
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const store = scheduleStore(db)
  const { when, time, zone } = request
  const details = { when, ...(time !== undefined && { time }), ...(zone !== undefined && { zone }) }
  const event = eventOf(c, { action: 'schedule.set', subject: reconciliationId, details })
  const [before] = await store.find(tenantId, reconciliationId)
  const row = rowOf(c, request, { reconciliationId, before })
  await db.batch([
    row === undefined ? store.remove(tenantId, reconciliationId) : store.set(row),
    auditStore(db).insert(event),
  ])
  return row === undefined ? noSchedule : scheduleRecordOf(row)
}

interface Earlier {
  readonly reconciliationId: string
  readonly before: ScheduleRow | undefined
}

/** The row of a schedule; undefined for none. What was noted stays where the schedule is the same as before. */
function rowOf(
  c: Context<AppEnv>,
  request: ScheduleRequest,
  { reconciliationId, before }: Earlier,
): ScheduleRow | undefined {
  const { when, time = null, zone = null } = request
  if (when === 'never') return undefined
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  if (before?.occasion === when && before.time === time && before.zone === zone)
    return { ...before, createdAt: now, createdBy: actor.id }
  const tick = time === null || zone === null ? now : nextTimeAfter(now, { time, zone })
  return {
    ...{ tenantId, reconciliationId, occasion: when, time, zone, tick, lookAt: tick, notedAt: now },
    ...{ waitingFor: '[]', lastAt: null, lastRunId: null, problem: null, createdAt: now, createdBy: actor.id },
  }
}

const noSchedule: ScheduleRecord = {
  ...{ when: 'never', time: null, zone: null, nextAt: null, lastAt: null, lastRunId: null },
  ...{ waitingFor: [], problem: null, changedAt: null, changedBy: null },
}

const scheduleRecordOf = (row: ScheduleRow): ScheduleRecord => ({
  when: storedOccasion.parse(row.occasion),
  time: row.time,
  zone: row.zone,
  nextAt: nullableTimestampOf(row.time === null ? null : row.tick),
  lastAt: nullableTimestampOf(row.lastAt),
  lastRunId: row.lastRunId,
  waitingFor: storedWaiting.parse(jsonIn(row.waitingFor)),
  problem: row.problem,
  changedAt: timestampOf(row.createdAt),
  changedBy: row.createdBy,
})
