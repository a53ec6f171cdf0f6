import { type Calendar, dayAfter, unitOf } from '@tallystick/engine/close'
import { type PeriodRecord, type PeriodRequest, periodRequest } from '@tallystick/schema/period'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readOptionalJson } from '../http/body.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { createId } from '../platform/ids.ts'
import { auditStore } from '../store/audit-store.ts'
import { isPeriodConflict, type PeriodRow, periodStore } from '../store/period-store.ts'
import { type Claiming, madeOnce } from './made-once.ts'
import { knownPeriod } from './read-periods.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'
import { settingsOf } from './reconciliation-record.ts'

/**
 * Begins the next period of a reconciliation, which reads what reaches into it of the datasets of earlier ones. Throws
 * `period_gap` unless it begins on the day after the period before.
 */
export async function beginPeriod(c: Context<AppEnv>, reconciliationId: string): Promise<PeriodRecord> {
  const keyHash = readKeyHash(c)
  const request = await readOptionalJson(c, periodRequest)
  const id = createId('prd', c.var.isolate.now())
  const begun = await madeOnce(c, { keyHash, body: request, id }, (claiming) =>
    begin(c, { reconciliationId, request, id }, claiming),
  )
  return knownPeriod(c, begun)
}

interface Beginning {
  readonly reconciliationId: string
  readonly request: PeriodRequest
  readonly id: string
}

async function begin(c: Context<AppEnv>, { reconciliationId, request, id }: Beginning, claiming: Claiming) {
  const found = await knownReconciliation(c, reconciliationId)
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const store = periodStore(db)
  const before = await lastPeriod(c, reconciliationId)
  const now = c.var.isolate.now()
  const row: PeriodRow = {
    tenantId,
    id,
    reconciliationId,
    number: (before?.number ?? 0) + 1,
    ...daysOf(request, { calendar: settingsOf(found.settings).calendar, before }),
    state: 'open',
    revision: 1,
    edition: 1,
    editionRevision: 1,
    editionBegunAt: now,
    settingsVersion: found.settingsVersion,
    policyVersion: found.policyVersion,
    balances: '',
    runId: null,
    createdAt: now,
    createdBy: actor.id,
  }
  try {
    const details = { reconciliation: reconciliationId, name: row.name }
    await db.batch([
      store.insert(row),
      store.handOn(row),
      auditStore(db).insert(eventOf(c, { action: 'period.begun', subject: id, details })),
      ...claiming,
    ])
  } catch (error) {
    if (!isPeriodConflict(error)) throw error
    throw (await lastPeriod(c, reconciliationId))?.number === before?.number
      ? refused('/name', 'name_in_use', `Another period of the reconciliation is called ${row.name}`)
      : gap('Another period was begun at the same time.')
  }
}

async function lastPeriod(c: Context<AppEnv>, reconciliationId: string): Promise<PeriodRow | undefined> {
  const { tenantId } = c.var.identity
  const before = Number.MAX_SAFE_INTEGER
  const [last] = await periodStore(dbOf(c)).page(tenantId, reconciliationId, { before, limit: 1 })
  return last
}

function daysOf(
  request: PeriodRequest,
  { calendar, before }: { readonly calendar: Calendar; readonly before: PeriodRow | undefined },
): Pick<PeriodRow, 'name' | 'first' | 'last'> {
  const next = before && dayAfter(before.last)
  const first = request.first ?? next
  if (first === undefined) throw refused('/first', 'day_missing', 'The first period needs its first day')
  if (next !== undefined && first !== next)
    throw gap(`The period before ends on ${before?.last}, so this one begins on ${next}.`, [
      { pointer: '/first', code: 'period_gap', detail: `Got ${first}, wanted ${next}` },
    ])
  const unit = unitOf(calendar, first)
  const last = request.last ?? unit?.last
  if (last === undefined) throw refused('/last', 'day_missing', 'A period without a calendar needs its last day')
  if (last < first) throw refused('/last', 'days_reversed', `Got ${last}, wanted ${first} or a later day`)
  const name = request.name ?? (last === unit?.last ? unit.name : `${first}_${last}`)
  return { name, first, last }
}

const gap = (detail: string, errors: readonly Fault[] = []) => new ProblemError('period_gap', { detail, errors })

const refused = (pointer: string, code: string, detail: string) =>
  new ProblemError('validation_failed', { errors: [{ pointer, code, detail }] })
