import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type EventType, listenAddress, listenMilliseconds } from '@tallystick/schema/webhook'
import { deliveries, webhooks } from '@tallystick/schema/webhook-tables'
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DeliveryName } from '../env.ts'
import { createId } from '../platform/ids.ts'
import type { Database } from './database.ts'
import { type Operand, type Places, written } from './written.ts'

/** Something that happened, as webhooks are told of it. */
export interface ToldEvent {
  readonly id: string
  readonly type: EventType
  /** The body that is sent: JSON. The statements add the reconciliation. */
  readonly payload: string
  /** The period that it is about; null for none. */
  readonly periodId: string | null
}

interface Happened {
  readonly type: EventType
  readonly now: number
  /** Ids and paths: a receiver that may know more asks for it. */
  readonly data: { readonly [name: string]: string | number | null }
  readonly periodId?: string | undefined
}

export function toldEvent({ type, now, data, periodId }: Happened): ToldEvent {
  const payload = JSON.stringify({ type, timestamp: timestampOf(now), data })
  return { id: createId('msg', now), type, payload, periodId: periodId ?? null }
}

/** For how long a delivery is left to the queue that the act itself puts it on. */
const queueMilliseconds = 120_000

/**
 * Inserts a delivery of each event for each tested webhook of the tenant that wants it. Goes into the batch of what happened,
 * which fails where it did not happen. Returns the names of the deliveries.
 */
export const tell = (db: Database, tenantId: string, { events, now }: Told) =>
  tellAll(db, { tenantId, events: JSON.stringify(events), now })

const tellAll = written((db, at: Places<{ tenantId: string; events: string; now: number }>) =>
  insertFrom(db, at.tenantId, { source: sql`json_each(${at.events}) e`, now: at.now, condition: sql`1` }),
)

/** The same for a batch that does not fail where nothing happened. */
export const tellIf = (
  db: Database,
  tenantId: string,
  { events, now, condition }: Told & { readonly condition: SQL },
) => insertFrom(db, tenantId, { source: sql`json_each(${JSON.stringify(events)}) e`, now, condition })

/** The same for the events of a staged act. An act that is not staged, or that an earlier version staged, has none. */
export const tellStaged = (db: Database, tenantId: string, { actId, now }: { actId: string; now: number }) =>
  insertFrom(db, tenantId, {
    source: sql`staged_acts a
      JOIN json_each(a.payload, '$.events') e ON a.tenant_id = ${tenantId} AND a.id = ${actId}`,
    ...{ now, condition: sql`1` },
  })

/** The names of new deliveries in the answer to such a statement. */
export const namesIn = (rows: unknown): readonly DeliveryName[] => (Array.isArray(rows) ? rows.filter(isName) : [])

const isName = (row: unknown): row is DeliveryName => typeof Object(row).webhookId === 'string'

interface Told {
  readonly events: readonly ToldEvent[]
  readonly now: number
}

interface Source {
  readonly source: SQL
  readonly now: number | Placeholder
  readonly condition: SQL
}

const insertFrom = (db: Database, tenantId: Operand, { source, now, condition }: Source) =>
  db
    .insert(deliveries)
    .select(sql`
      SELECT ${tenantId}, w.id, e.value ->> 'id', e.value ->> 'type',
        CASE WHEN p.id IS NULL THEN e.value ->> 'payload'
          ELSE json_set(e.value ->> 'payload', '$.data.reconciliationId', p.reconciliation_id) END,
        'pending', ${now}, ${now}, ${now} + ${queueMilliseconds}, 0, NULL, NULL, NULL, NULL
      FROM ${source}
      JOIN webhooks w ON w.tenant_id = ${tenantId}
      LEFT JOIN periods p ON p.tenant_id = ${tenantId} AND p.id = e.value ->> 'periodId'
      WHERE ${condition} AND ${isWanted({ type: sql`e.value ->> 'type'`, reconciliationId: sql`p.reconciliation_id`, now })}`)
    .returning({ tenantId: deliveries.tenantId, webhookId: deliveries.webhookId, id: deliveries.id })

/** A row if some webhook of the tenant is told of events of that type about that reconciliation. */
export const anyListener = (
  db: Database,
  tenantId: string,
  {
    type,
    reconciliationId,
    now,
  }: { readonly type: EventType; readonly reconciliationId: string; readonly now: number },
) => {
  const w = alias(webhooks, 'w')
  const isListener = isWanted({ type: sql`${type}`, reconciliationId: sql`${reconciliationId}`, now })
  return db
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.tenantId, tenantId), isListener))
    .limit(1)
}

interface Wanted {
  readonly type: SQL
  readonly reconciliationId: SQL
  readonly now: number | Placeholder
}

/** Whether the webhook `w` took a test and wants such an event. */
const isWanted = ({ type, reconciliationId, now }: Wanted): SQL => sql`w.tested_at IS NOT NULL
  AND (w.url <> ${listenAddress} OR w.tested_at > ${now} - ${listenMilliseconds})
  AND (w.reconciliation_id IS NULL OR w.reconciliation_id = ${reconciliationId})
  AND EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(w.events) THEN w.events ELSE '[]' END) wanted
    WHERE wanted.value = ${type})`
