import { inboxFiles, inboxLinks } from '@tallystick/schema/inbox-tables'
import { tenants } from '@tallystick/schema/tables'
import { uploads } from '@tallystick/schema/upload-tables'
import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type InboxLinkRow = typeof inboxLinks.$inferSelect
export type InboxFileRow = typeof inboxFiles.$inferSelect

interface PageOf {
  readonly reconciliationId: string
  readonly before: string
  readonly limit: number
}

/** Statements about links and the files that they took. Times are milliseconds since the epoch. */
export const inboxStore = (db: Database) => ({
  ...linkStatements(db),
  ...linkEnds(db),
  ...fileStatements(db),
  ...beginnings(db),
  ...ends(db),
})

const linkStatements = (db: Database) => ({
  /** Newest first, with ids before `before`. */
  links: (tenantId: string, { reconciliationId, before, limit }: PageOf) =>
    db
      .select()
      .from(inboxLinks)
      .where(
        and(
          eq(inboxLinks.tenantId, tenantId),
          eq(inboxLinks.reconciliationId, reconciliationId),
          lt(inboxLinks.id, before),
        ),
      )
      .orderBy(desc(inboxLinks.id))
      .limit(limit),

  /** Inserts nothing, and returns no row, where the reconciliation has as many that take files as it may have. */
  insertLink: (row: InboxLinkRow, countMax: number) =>
    db
      .insert(inboxLinks)
      .select(sql`
        SELECT ${row.tenantId}, ${row.id}, ${row.reconciliationId}, ${row.side}, ${row.hash}, ${row.createdAt},
          ${row.createdBy}, ${row.expiresAt}, NULL
        WHERE (SELECT count(*) FROM inbox_links l
          WHERE l.tenant_id = ${row.tenantId} AND l.reconciliation_id = ${row.reconciliationId}
          AND l.revoked_at IS NULL AND coalesce(l.expires_at, ${row.createdAt} + 1) > ${row.createdAt}) < ${countMax}`)
      .returning({ id: inboxLinks.id }),

  /** A link that takes files, of a tenant that is neither suspended nor deleted. */
  openLink: (tenantId: string, hash: string, now: number) =>
    db
      .select()
      .from(inboxLinks)
      .where(
        and(
          eq(inboxLinks.tenantId, tenantId),
          eq(inboxLinks.hash, hash),
          isNull(inboxLinks.revokedAt),
          or(isNull(inboxLinks.expiresAt), gt(inboxLinks.expiresAt, now)),
          sql`EXISTS (SELECT 1 FROM ${tenants} t WHERE t.id = ${tenantId} AND t.suspended_at IS NULL AND t.deleted_at IS NULL)`,
        ),
      ),

  /** A link, whether or not it takes files, with whether its tenant does. */
  linkWithTenant: ({ tenantId, linkId }: { readonly tenantId: string; readonly linkId: string }) =>
    db
      .select({ link: inboxLinks, suspendedAt: tenants.suspendedAt, deletedAt: tenants.deletedAt })
      .from(inboxLinks)
      .innerJoin(tenants, eq(tenants.id, inboxLinks.tenantId))
      .where(and(eq(inboxLinks.tenantId, tenantId), eq(inboxLinks.id, linkId))),
})

const linkEnds = (db: Database) => ({
  /** Returns the row unless there is none, or it was revoked. */
  revoke: (row: Pick<InboxLinkRow, 'tenantId' | 'reconciliationId' | 'id'>, now: number) =>
    db
      .update(inboxLinks)
      .set({ revokedAt: now })
      .where(
        and(
          eq(inboxLinks.tenantId, row.tenantId),
          eq(inboxLinks.id, row.id),
          eq(inboxLinks.reconciliationId, row.reconciliationId),
          isNull(inboxLinks.revokedAt),
        ),
      )
      .returning(),
})

const fileStatements = (db: Database) => ({
  /** Newest first, with ids before `before`, each with the periods that read it as JSON. */
  files: (tenantId: string, { reconciliationId, before, limit }: PageOf) =>
    db
      .select({
        file: inboxFiles,
        periodIds: sql<string>`(SELECT json_group_array(p.period_id) FROM period_datasets p
          WHERE p.tenant_id = ${tenantId} AND p.dataset_id = ${inboxFiles.id})`.as('period_ids'),
      })
      .from(inboxFiles)
      .where(
        and(
          eq(inboxFiles.tenantId, tenantId),
          eq(inboxFiles.reconciliationId, reconciliationId),
          lt(inboxFiles.id, before),
        ),
      )
      .orderBy(desc(inboxFiles.id))
      .limit(limit),

  file: (tenantId: string, id: string) => db.select().from(inboxFiles).where(isFile(tenantId, id)),

  /**
   * Inserts a file of an upload that receives, by its name: as `repeated` where an earlier file of the same bytes is being read or is a
   * dataset, else as `reading`. Returns the row.
   */
  insertFile: (row: Omit<InboxFileRow, 'name' | 'state' | 'repeats' | 'refusal'>) =>
    db
      .insert(inboxFiles)
      .select(sql`
        SELECT ${row.tenantId}, ${row.id}, ${row.reconciliationId}, ${row.side}, ${row.linkId}, u.name, ${row.sha256},
          ${row.byteCount}, CASE WHEN first.id IS NULL THEN 'reading' ELSE 'repeated' END, first.id, NULL, ${row.receivedAt}
        FROM (SELECT (SELECT min(f.id) FROM inbox_files f
          WHERE f.tenant_id = ${row.tenantId} AND f.reconciliation_id = ${row.reconciliationId} AND f.side = ${row.side}
          AND f.sha256 = ${row.sha256} AND (f.state = 'reading' OR (f.state = 'read' AND EXISTS (SELECT 1 FROM datasets d
            WHERE d.tenant_id = ${row.tenantId} AND d.id = f.id)))) id) first
        JOIN uploads u ON u.tenant_id = ${row.tenantId} AND u.id = ${row.id} AND u.state = 'receiving'`)
      .returning(),
})

const beginnings = (db: Database) => ({
  /** Goes after `insertFile` into its batch: the upload of a repeated file is removed, that of another is read. */
  beginReading: (tenantId: string, id: string, { now, dueAt }: { readonly now: number; readonly dueAt: number }) =>
    db
      .update(uploads)
      .set({
        state: isRepeated(tenantId, id, { repeated: sql`'removing'`, otherwise: sql`'reading'` }),
        attempt: isRepeated(tenantId, id, { repeated: sql`0`, otherwise: sql`1` }),
        reservedBytes: isRepeated(tenantId, id, { repeated: sql`0`, otherwise: sql`${uploads.reservedBytes}` }),
        dueAt: isRepeated(tenantId, id, { repeated: sql`${now}`, otherwise: sql`${dueAt}` }),
      })
      .where(and(eq(uploads.tenantId, tenantId), eq(uploads.id, id), eq(uploads.state, 'receiving'))),
})

const ends = (db: Database) => ({
  /** Files that are being read or have been, of all tenants, with ids after `after`. */
  unended: (after: string, limit: number) =>
    db
      .select()
      .from(inboxFiles)
      .where(and(sql`${inboxFiles.state} = 'reading'`, gt(inboxFiles.id, after)))
      .orderBy(asc(inboxFiles.id))
      .limit(limit),

  /** Changes nothing once the file has ended. `refusal` is JSON, null for a file that was read. */
  end: (tenantId: string, id: string, refusal: string | null) =>
    db
      .update(inboxFiles)
      .set({ state: refusal === null ? 'read' : 'refused', refusal })
      .where(and(isFile(tenantId, id), eq(inboxFiles.state, 'reading'))),

  /** Removes files that came before `before` and are no datasets. */
  removeOld: (before: number, limit: number) =>
    db
      .delete(inboxFiles)
      .where(
        sql`rowid IN (SELECT rowid FROM ${inboxFiles} WHERE ${inboxFiles.receivedAt} < ${before} AND ${isUnkept} LIMIT ${limit})`,
      ),
})

/** As literal text, so that SQLite finds the index over them. */
const isUnkept = sql`${inboxFiles.state} IN ('refused', 'repeated')`

const isFile = (tenantId: string, id: string): SQL | undefined =>
  and(eq(inboxFiles.tenantId, tenantId), eq(inboxFiles.id, id))

const isRepeated = (
  tenantId: string,
  id: string,
  { repeated, otherwise }: { readonly repeated: SQL; readonly otherwise: SQL },
): SQL =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM inbox_files f
    WHERE f.tenant_id = ${tenantId} AND f.id = ${id} AND f.state = 'repeated') THEN ${repeated} ELSE ${otherwise} END`

/** For statements of other tables: whether the link is there. */
export const hasLink = (tenantId: string, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM inbox_links l WHERE l.tenant_id = ${tenantId} AND l.id = ${id})`

/** The same of one that was revoked at that time. */
export const isRevoked = (tenantId: string, id: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM inbox_links l WHERE l.tenant_id = ${tenantId} AND l.id = ${id} AND l.revoked_at = ${now})`
