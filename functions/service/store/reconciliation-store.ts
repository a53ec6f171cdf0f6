import {
  closeLines,
  openings,
  reconciliationPolicies,
  reconciliationSettings,
  reconciliations,
} from '@tallystick/schema/close-tables'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { takesChanges } from './takes-changes.ts'

export type ReconciliationRow = typeof reconciliations.$inferSelect
export type SettingsRow = typeof reconciliationSettings.$inferSelect
export type PolicyRow = typeof reconciliationPolicies.$inferSelect
export type OpeningRow = typeof openings.$inferSelect

/** Statements about reconciliations. Times are milliseconds since the epoch. */
export const reconciliationStore = (db: Database) => ({
  /** With its newest versions. At most one row; in no batch, as it is joined. */
  find: (tenantId: string, id: string) => newest(db, tenantId, eq(reconciliations.id, id)),

  /** Newest first, with ids before `before`. In no batch. */
  page: (tenantId: string, { before, limit }: { readonly before: string; readonly limit: number }) =>
    newest(db, tenantId, lt(reconciliations.id, before)).orderBy(desc(reconciliations.id)).limit(limit),

  insert: (row: ReconciliationRow) => db.insert(reconciliations).values(row),
  insertSettings: (row: SettingsRow) => db.insert(reconciliationSettings).values(row),
  insertPolicy: (row: PolicyRow) => db.insert(reconciliationPolicies).values(row),

  /** At most one row. */
  settings: (tenantId: string, id: string, version: number) =>
    db
      .select()
      .from(reconciliationSettings)
      .where(
        and(
          eq(reconciliationSettings.tenantId, tenantId),
          eq(reconciliationSettings.reconciliationId, id),
          eq(reconciliationSettings.version, version),
        ),
      ),

  /** At most one row. */
  policy: (tenantId: string, id: string, version: number) =>
    db
      .select()
      .from(reconciliationPolicies)
      .where(
        and(
          eq(reconciliationPolicies.tenantId, tenantId),
          eq(reconciliationPolicies.reconciliationId, id),
          eq(reconciliationPolicies.version, version),
        ),
      ),

  /** Changes nothing, and returns no row, unless `version` is still the newest. Goes before `insertSettings`. */
  raiseSettings: (tenantId: string, id: string, version: number) =>
    db
      .update(reconciliations)
      .set({ settingsVersion: version + 1 })
      .where(and(isReconciliation(tenantId, id), eq(reconciliations.settingsVersion, version)))
      .returning({ id: reconciliations.id }),

  raisePolicy: (tenantId: string, id: string, version: number) =>
    db
      .update(reconciliations)
      .set({ policyVersion: version + 1 })
      .where(and(isReconciliation(tenantId, id), eq(reconciliations.policyVersion, version)))
      .returning({ id: reconciliations.id }),
})

/** Columns of a joined select: drizzle mixes up those of equal names, so each has a name of its own. */
const newestColumns = {
  tenantId: reconciliations.tenantId,
  id: reconciliations.id,
  settingsVersion: reconciliations.settingsVersion,
  policyVersion: reconciliations.policyVersion,
  createdAt: reconciliations.createdAt,
  createdBy: reconciliations.createdBy,
  settings: reconciliationSettings.settings,
  policyId: reconciliationPolicies.policyId,
  policyHash: reconciliationPolicies.policyHash,
  policyCreatedAt: sql<number>`${reconciliationPolicies.createdAt}`.as('policy_created_at'),
  policyCreatedBy: sql<string>`${reconciliationPolicies.createdBy}`.as('policy_created_by'),
  openingVersion: sql<number | null>`${openings.version}`.as('opening_version'),
  openingRoot: sql<string | null>`${openings.root}`.as('opening_root'),
}

const newest = (db: Database, tenantId: string, isWanted: SQL) =>
  db
    .select(newestColumns)
    .from(reconciliations)
    .innerJoin(
      reconciliationSettings,
      and(
        eq(reconciliationSettings.tenantId, tenantId),
        eq(reconciliationSettings.reconciliationId, reconciliations.id),
        eq(reconciliationSettings.version, reconciliations.settingsVersion),
      ),
    )
    .innerJoin(
      reconciliationPolicies,
      and(
        eq(reconciliationPolicies.tenantId, tenantId),
        eq(reconciliationPolicies.reconciliationId, reconciliations.id),
        eq(reconciliationPolicies.version, reconciliations.policyVersion),
      ),
    )
    .leftJoin(
      openings,
      and(
        eq(openings.tenantId, tenantId),
        eq(openings.reconciliationId, reconciliations.id),
        eq(
          openings.version,
          sql`(SELECT max(o.version) FROM openings o
            WHERE o.tenant_id = ${tenantId} AND o.reconciliation_id = ${reconciliations.id})`,
        ),
      ),
    )
    .where(and(eq(reconciliations.tenantId, tenantId), isWanted))
    .$dynamic()

export type FoundReconciliation = Awaited<ReturnType<typeof newest>>[number]

/** Statements about what was given as the opening of a first period. */
export const openingStore = (db: Database) => ({
  /**
   * Fails, and its batch with it, unless the first period takes changes, if there is one (`isOpeningRefused`), or where
   * another opening took the version.
   */
  insert: (row: OpeningRow) => {
    const { tenantId, reconciliationId, version, createdAt } = row
    const refusing = sql`EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId}
      AND p.reconciliation_id = ${reconciliationId} AND p.number = 1 AND NOT (${takesChanges(tenantId, createdAt, sql`p`)}))`
    return db.insert(openings).values({ ...row, version: sql`CASE WHEN NOT ${refusing} THEN ${version} END` })
  },

  /** At most one row. */
  find: (tenantId: string, reconciliationId: string, version: number) =>
    db
      .select()
      .from(openings)
      .where(
        and(
          eq(openings.tenantId, tenantId),
          eq(openings.reconciliationId, reconciliationId),
          eq(openings.version, version),
        ),
      ),

  /** Removes the lines of openings that another has replaced. */
  removeOld: (tenantId: string, reconciliationId: string, version: number) =>
    db.delete(closeLines).where(
      and(
        eq(closeLines.tenantId, tenantId),
        sql`${closeLines.owner} IN (SELECT ${reconciliationId} || '-' || o.version FROM openings o
            WHERE o.tenant_id = ${tenantId} AND o.reconciliation_id = ${reconciliationId} AND o.version < ${version})`,
      ),
    ),
})

/** The owner of the lines of an opening that was given. */
export const ownerOfOpening = ({ reconciliationId, version }: Pick<OpeningRow, 'reconciliationId' | 'version'>) =>
  `${reconciliationId}-${version}`

const isReconciliation = (tenantId: string, id: string): SQL | undefined =>
  and(eq(reconciliations.tenantId, tenantId), eq(reconciliations.id, id))

/** Whether a batch failed because the first period takes no other opening. */
export const isOpeningRefused = (error: unknown): boolean =>
  failsWith(error, /NOT NULL constraint failed: openings\.version/i)

/** Whether a batch failed because the version was made by another request meanwhile. */
export const isVersionConflict = (error: unknown): boolean =>
  failsWith(error, /UNIQUE constraint failed: (openings|reconciliation_settings|reconciliation_policies)\./)
