import { type ActorKind, type AuditAction, auditDetails } from '@tallystick/schema/member'
import { auditEvents } from '@tallystick/schema/people-tables'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** An event as it is stored. Times are milliseconds since the epoch. */
export interface AuditEvent {
  readonly tenantId: string
  readonly id: string
  readonly time: number
  readonly action: AuditAction
  readonly actorKind: ActorKind
  readonly actorId: string | null
  readonly actorName: string | null
  readonly subject: string | null
  readonly details: Readonly<Record<string, string>>
  readonly requestId: string
}

/** Statements about audit events. They go into the batch of the act, so that no act is without its event. */
export const auditStore = (db: Database) => ({
  insert: (event: AuditEvent) => db.insert(auditEvents).values({ ...event, details: JSON.stringify(event.details) }),

  /** Inserts the event only where `condition` holds after the statements before it. */
  insertIf: (event: AuditEvent, condition: SQL) =>
    db.insert(auditEvents).select(sql`
      SELECT ${event.tenantId}, ${event.id}, ${event.time}, ${event.action}, ${event.actorKind}, ${event.actorId},
        ${event.actorName}, ${event.subject}, ${JSON.stringify(event.details)}, ${event.requestId}
      WHERE ${condition}`),

  /** Newest first, with ids before `before`. */
  page: (tenantId: string, { before, limit }: { readonly before: string; readonly limit: number }) =>
    db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.tenantId, tenantId), lt(auditEvents.id, before)))
      .orderBy(desc(auditEvents.id))
      .limit(limit),
})

export type AuditRow = typeof auditEvents.$inferSelect

export const detailsOf = ({ details }: Pick<AuditRow, 'details'>): Record<string, string> =>
  auditDetails.parse(JSON.parse(details))
