import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When the service runs the open periods of a reconciliation by itself. A reconciliation without a row has no schedule. */
export const schedules = sqliteTable(
  'schedules',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    occasion: text().notNull(),
    /** Of a daily time: HH:MM, and its IANA zone. */
    time: text(),
    zone: text(),
    /**
     * What the runs are begun for, in milliseconds since the epoch: the daily time that comes next or has come, or when a
     * side last got a dataset. Part of the idempotency keys of the runs.
     */
    tick: integer().notNull(),
    /** When the scheduled handler looks next; null until a side gets a dataset. */
    lookAt: integer('look_at'),
    /** When it was last told which side stays away. */
    notedAt: integer('noted_at').notNull(),
    /** JSON: the sides that stay away. */
    waitingFor: text('waiting_for').notNull(),
    lastAt: integer('last_at'),
    lastRunId: text('last_run_id'),
    /** The code of the problem for which no run was begun at last. */
    problem: text(),
    createdAt: integer('created_at').notNull(),
    /** Id of the member or API key that set it. */
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reconciliationId] }),
    index('schedules_by_look').on(table.lookAt).where(sql`${table.lookAt} IS NOT NULL`),
    check('schedules_occasion', sql`${table.occasion} IN ('both_sides', 'time')`),
  ],
)
