import { timestampOf } from '@tallystick/audit/base/timestamp'
import type { AuditEventRecord } from '@tallystick/schema/member'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../../http/cursor.ts'
import { type AuditRow, auditStore, detailsOf } from '../../store/audit-store.ts'
import { databaseOf, queries } from '../../store/database.ts'

/** Sorts after every id. */
const behindAll = 'evt_~'

/** The audit events of the tenant, newest first. Throws `invalid_cursor`. One query. */
export async function listEvents(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<AuditEventRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'audit-events']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await auditStore(queries(databaseOf(c.env, tenantId))).page(tenantId, { before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: eventRecordOf })
}

/** An act of a newer version of the Worker has its name. */
export const eventRecordOf = (row: AuditRow): AuditEventRecord => ({
  id: row.id,
  time: timestampOf(row.time),
  action: row.action,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  subject: row.subject,
  details: detailsOf(row),
  requestId: row.requestId,
})
