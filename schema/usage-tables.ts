import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What a tenant made in a month of UTC. Triggers of datasets and runs count it, and nothing is taken off where something is
 * deleted. The rows stay as long as the tenant's.
 */
export const tenantUsage = sqliteTable(
  'tenant_usage',
  {
    tenantId: text('tenant_id').notNull(),
    /** Such as 2026-03. */
    month: text().notNull(),
    /** Datasets that were sealed, their records, and the bytes of their lines. */
    datasetCount: integer('dataset_count').notNull(),
    datasetRecords: integer('dataset_records').notNull(),
    datasetBytes: integer('dataset_bytes').notNull(),
    /** Runs that were made, replays among them. */
    runCount: integer('run_count').notNull(),
    /** Runs that were completed in the month, and the records of both sides that they read. */
    completedCount: integer('completed_count').notNull(),
    completedRecords: integer('completed_records').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month] })],
)
