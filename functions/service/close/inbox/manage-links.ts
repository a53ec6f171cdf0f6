import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  type InboxFileRecord,
  type InboxLinkRecord,
  type InboxLinkRequest,
  inboxLinkCountMax,
  type NewInboxLinkRecord,
  storedInboxState,
  storedPeriodIds,
} from '@tallystick/schema/inbox'
import { refusal } from '@tallystick/schema/upload'
import { side } from '@tallystick/schema/values'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventOf } from '../../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../../http/cursor.ts'
import { ProblemError } from '../../http/problem.ts'
import { makeSecret } from '../../keys/people/secret-text.ts'
import { isInboxEnabled } from '../../platform/configuration.ts'
import { createId } from '../../platform/ids.ts'
import { auditStore } from '../../store/audit-store.ts'
import { inboxPrefix } from '../../store/inbox-objects.ts'
import { hasLink, type InboxFileRow, type InboxLinkRow, inboxStore, isRevoked } from '../../store/inbox-store.ts'
import { dbOf, knownReconciliation } from '../read-reconciliations.ts'

/** What a tenant does with its links. */

/** Sort after every id. */
const behindLinks = 'inb_~'
const behindFiles = 'dat_~'

/** Only this answer has the address. Throws `reconciliation_not_found` and `too_many_inbox_links`. */
export async function makeLink(
  c: Context<AppEnv>,
  reconciliationId: string,
  request: InboxLinkRequest,
): Promise<NewInboxLinkRecord> {
  await knownReconciliation(c, reconciliationId)
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const { hash, text } = makeSecret(c.env, 'inbox', tenantId)
  const row: InboxLinkRow = {
    ...{ tenantId, id: createId('inb', now), reconciliationId, side: request.side, hash },
    ...{ createdAt: now, createdBy: actor.id, revokedAt: null },
    expiresAt: request.expiresIn === null ? null : now + request.expiresIn * 1000,
  }
  const db = dbOf(c)
  const details = { side: row.side, reconciliation: reconciliationId }
  const event = eventOf(c, { action: 'inbox_link.made', subject: row.id, details })
  const [made] = await db.batch([
    inboxStore(db).insertLink(row, inboxLinkCountMax),
    auditStore(db).insertIf(event, hasLink(tenantId, row.id)),
  ])
  if (made.length === 0) throw new ProblemError('too_many_inbox_links')
  return { ...linkRecordOf(c, row), url: new URL(`/inbox/${text}`, c.req.url).href }
}

/** Newest first, those that have ended among them. Throws `reconciliation_not_found` and `invalid_cursor`. */
export async function listLinks(
  c: Context<AppEnv>,
  reconciliationId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<InboxLinkRecord>> {
  await knownReconciliation(c, reconciliationId)
  const { tenantId } = c.var.identity
  const query = [tenantId, 'inbox-links', reconciliationId]
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindLinks
  const rows = await inboxStore(dbOf(c)).links(tenantId, { reconciliationId, before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: (row) => linkRecordOf(c, row) })
}

/** It takes no file from then on. Throws `inbox_link_not_found`, also for one that was revoked. */
export async function revokeLink(c: Context<AppEnv>, reconciliationId: string, id: string): Promise<void> {
  const { tenantId } = c.var.identity
  const now = c.var.isolate.now()
  const db = dbOf(c)
  const event = eventOf(c, {
    action: 'inbox_link.revoked',
    subject: id,
    details: { reconciliation: reconciliationId },
  })
  const [revoked] = await db.batch([
    inboxStore(db).revoke({ tenantId, reconciliationId, id }, now),
    auditStore(db).insertIf(event, isRevoked(tenantId, id, now)),
  ])
  if (revoked.length === 0) throw new ProblemError('inbox_link_not_found')
}

/** Newest first. Throws `reconciliation_not_found` and `invalid_cursor`. */
export async function listFiles(
  c: Context<AppEnv>,
  reconciliationId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<InboxFileRecord>> {
  await knownReconciliation(c, reconciliationId)
  const { tenantId } = c.var.identity
  const query = [tenantId, 'inbox-files', reconciliationId]
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindFiles
  const rows = await inboxStore(dbOf(c)).files(tenantId, { reconciliationId, before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ file }) => [file.id], show: fileRecordOf })
}

const timeOf = (time: number | null): string | null => (time === null ? null : timestampOf(time))

const linkRecordOf = ({ env }: Context<AppEnv>, row: InboxLinkRow): InboxLinkRecord => ({
  id: row.id,
  side: side.parse(row.side),
  prefix: isInboxEnabled(env) ? inboxPrefix({ tenantId: row.tenantId, linkId: row.id }) : null,
  createdAt: timestampOf(row.createdAt),
  createdBy: row.createdBy,
  expiresAt: timeOf(row.expiresAt),
  revokedAt: timeOf(row.revokedAt),
})

const fileRecordOf = ({ file, periodIds }: { file: InboxFileRow; periodIds: string }): InboxFileRecord => ({
  id: file.id,
  state: storedInboxState.parse(file.state),
  repeats: file.repeats,
  byteCount: file.byteCount,
  sha256: file.sha256,
  side: side.parse(file.side),
  linkId: file.linkId,
  name: file.name,
  periodIds: storedPeriodIds.parse(JSON.parse(periodIds)),
  refusal: file.refusal === null ? null : refusal.parse(JSON.parse(file.refusal)),
  receivedAt: timestampOf(file.receivedAt),
})
