import { periodDatasets, periods, reconciliationSettings } from '@tallystick/schema/close-tables'
import { datasets } from '@tallystick/schema/tables'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { takesChanges } from './takes-changes.ts'

type PeriodRow = typeof periods.$inferSelect
export type PeriodDatasetRow = typeof periodDatasets.$inferSelect

const meetings = (db: Database) => ({
  /**
   * The first open period that records of a dataset meet, whose side reads its adapter and which does not read it yet. A
   * dataset without dates counts as of `day`.
   */
  firstMet: (tenantId: string, { reconciliationId, datasetId, side, day }: Met) =>
    db
      .select({
        id: periods.id,
        revision: periods.revision,
        addedBy: sql<string>`${datasets.createdBy}`.as('added_by'),
      })
      .from(periods)
      .innerJoin(datasets, and(eq(datasets.tenantId, tenantId), eq(datasets.id, datasetId)))
      .innerJoin(
        reconciliationSettings,
        and(
          eq(reconciliationSettings.tenantId, tenantId),
          eq(reconciliationSettings.reconciliationId, reconciliationId),
          eq(reconciliationSettings.version, periods.settingsVersion),
        ),
      )
      .where(
        and(
          eq(periods.tenantId, tenantId),
          eq(periods.reconciliationId, reconciliationId),
          eq(periods.state, 'open'),
          sql`coalesce(${datasets.periodFrom}, ${day}) <= ${periods.last}`,
          sql`coalesce(${datasets.periodTo}, ${day}) >= ${periods.first}`,
          sql`${reconciliationSettings.settings} ->> ${`$.${side}.adapter`} = ${datasets.adapter}`,
          sql`NOT EXISTS (SELECT 1 FROM period_datasets e
            WHERE e.tenant_id = ${tenantId} AND e.period_id = ${periods.id} AND e.dataset_id = ${datasetId})`,
        ),
      )
      .orderBy(asc(periods.number))
      .limit(1),
})

interface Met {
  readonly reconciliationId: string
  readonly datasetId: string
  readonly side: 'source' | 'target'
  readonly day: string
}

/** Statements about what periods read. */
export const datasetsOfPeriods = (db: Database) => ({ ...datasetStatements(db), ...meetings(db), ...handingOn(db) })

const datasetStatements = (db: Database) => ({
  /** What a period reads, in order of upload. */
  datasets: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(periodDatasets)
      .where(and(eq(periodDatasets.tenantId, tenantId), eq(periodDatasets.periodId, periodId)))
      .orderBy(asc(periodDatasets.datasetId)),

  /** The sealed datasets among them. */
  datasetRows: (tenantId: string, periodId: string) =>
    db
      .select({
        id: datasets.id,
        name: datasets.name,
        root: datasets.root,
        recordCount: datasets.recordCount,
        byteCount: datasets.byteCount,
        statements: datasets.statements,
      })
      .from(datasets)
      .where(
        and(
          eq(datasets.tenantId, tenantId),
          sql`${datasets.id} IN (SELECT p.dataset_id FROM period_datasets p
            WHERE p.tenant_id = ${tenantId} AND p.period_id = ${periodId})`,
        ),
      ),

  /**
   * Adds the dataset to a period that is open and at that revision, and to the open periods after it that its records
   * reach into. Goes before `revise` in the same batch.
   */
  addDataset: (row: PeriodDatasetRow, revision: number) =>
    db.insert(periodDatasets).select(sql`
      SELECT ${row.tenantId}, p.id, ${row.datasetId}, ${row.side}, CASE WHEN p.id = ${row.periodId} THEN 0 ELSE 1 END,
        ${row.addedAt}, ${row.addedBy}
      FROM periods p
      JOIN periods own ON own.tenant_id = ${row.tenantId} AND own.reconciliation_id = p.reconciliation_id
      JOIN datasets d ON d.tenant_id = ${row.tenantId} AND d.id = ${row.datasetId} AND +d.state = 'sealed'
      WHERE p.tenant_id = ${row.tenantId} AND own.id = ${row.periodId} AND own.revision = ${revision}
        AND ${takesChanges(row.tenantId, row.addedAt, sql`own`)}
        AND (p.id = own.id OR p.number > own.number AND p.state = 'open' AND d.period_to >= p.first)
        AND NOT EXISTS (SELECT 1 FROM period_datasets e
          WHERE e.tenant_id = ${row.tenantId} AND e.period_id = p.id AND e.dataset_id = d.id)`),

  /** One row if a period reads the dataset. */
  holdsDataset: (tenantId: string, datasetId: string) =>
    db
      .select({ periodId: periodDatasets.periodId })
      .from(periodDatasets)
      .where(and(eq(periodDatasets.tenantId, tenantId), eq(periodDatasets.datasetId, datasetId)))
      .limit(1),
})

const handingOn = (db: Database) => ({
  /** Raises the revision of the first period, whose opening has changed. */
  reviseFirst: (tenantId: string, reconciliationId: string) =>
    db
      .update(periods)
      .set({ revision: sql`${periods.revision} + 1` })
      .where(
        and(eq(periods.tenantId, tenantId), eq(periods.reconciliationId, reconciliationId), eq(periods.number, 1)),
      ),

  /** Raises the revision of later periods to which `addDataset` handed the dataset on. Goes after it in the same batch. */
  reviseLater: ({ tenantId, periodId, datasetId, addedAt }: PeriodDatasetRow) =>
    db
      .update(periods)
      .set({ revision: sql`${periods.revision} + 1` })
      .where(
        and(
          eq(periods.tenantId, tenantId),
          sql`${periods.id} <> ${periodId} AND ${periods.id} IN (SELECT e.period_id FROM period_datasets e
            WHERE e.tenant_id = ${tenantId} AND e.dataset_id = ${datasetId} AND e.is_handed_on = 1
            AND e.added_at = ${addedAt})`,
        ),
      ),

  /** Hands on, to a period that begins, the datasets of earlier ones that reach into it. */
  handOn: ({ tenantId, id, reconciliationId, first }: PeriodRow) =>
    db.insert(periodDatasets).select(sql`
      SELECT e.tenant_id, ${id}, e.dataset_id, e.side, 1, min(e.added_at), e.added_by
      FROM period_datasets e
      JOIN periods p ON p.tenant_id = ${tenantId} AND p.id = e.period_id
      JOIN datasets d ON d.tenant_id = ${tenantId} AND d.id = e.dataset_id
      WHERE e.tenant_id = ${tenantId} AND p.reconciliation_id = ${reconciliationId} AND p.id <> ${id}
        AND d.period_to >= ${first}
      GROUP BY e.dataset_id`),
})

/** For statements of other tables. */
export const isRead = ({ tenantId, periodId, datasetId, addedAt }: PeriodDatasetRow): SQL =>
  sql`EXISTS (SELECT 1 FROM period_datasets e WHERE e.tenant_id = ${tenantId} AND e.period_id = ${periodId}
    AND e.dataset_id = ${datasetId} AND e.added_at = ${addedAt})`
