import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The tables of the close: reconciliations in versions, their opening, and periods with what they read. */

export const reconciliations = sqliteTable(
  'reconciliations',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    /** The newest versions. */
    settingsVersion: integer('settings_version').notNull(),
    policyVersion: integer('policy_version').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const reconciliationSettings = sqliteTable(
  'reconciliation_settings',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    version: integer().notNull(),
    /** JSON. */
    settings: text().notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reconciliationId, table.version] })],
)

/** Columns of a policy as those of a run. */
export const reconciliationPolicies = sqliteTable(
  'reconciliation_policies',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    version: integer().notNull(),
    rules: text().notNull(),
    policyId: text('policy_id').notNull(),
    policyHash: text('policy_hash').notNull(),
    policyParts: integer('policy_parts').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reconciliationId, table.version] }),
    index('reconciliation_policies_by_hash').on(table.tenantId, table.policyHash),
  ],
)

/** What was given as the opening of the first period; `version` counts the times. */
export const openings = sqliteTable(
  'openings',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    version: integer().notNull(),
    /** JSON: amounts by side and currency. */
    balances: text().notNull(),
    root: text().notNull(),
    sourceCount: integer('source_count').notNull(),
    targetCount: integer('target_count').notNull(),
    /** JSON: sums by side and currency. */
    totals: text().notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reconciliationId, table.version] })],
)

/**
 * Lines by their owner: of an opening that was given (`<reconciliation>-<version>`), and what runs of a period read
 * beside datasets, and keep for its fold (`<period>-<root>`).
 */
export const closeLines = sqliteTable(
  'close_lines',
  {
    tenantId: text('tenant_id').notNull(),
    owner: text().notNull(),
    seq: integer().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.owner, table.seq] })],
)

export const periods = sqliteTable(
  'periods',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    /** From 1, without a gap. */
    number: integer().notNull(),
    name: text().notNull(),
    first: text().notNull(),
    last: text().notNull(),
    state: text().notNull(),
    revision: integer().notNull(),
    edition: integer().notNull(),
    /** The revision and the time with which the edition began: what was done before is of an earlier one. */
    editionRevision: integer('edition_revision').notNull(),
    editionBegunAt: integer('edition_begun_at').notNull(),
    settingsVersion: integer('settings_version').notNull(),
    policyVersion: integer('policy_version').notNull(),
    /** The run that its items come from; null before the first. */
    runId: text('run_id'),
    /** What was typed as its closing balances, as the engine formats it; empty before. */
    balances: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('periods_by_number').on(table.tenantId, table.reconciliationId, table.number),
    uniqueIndex('periods_by_name').on(table.tenantId, table.reconciliationId, table.name),
    check('periods_state', sql`${table.state} IN ('open', 'submitted', 'closed')`),
  ],
)

export const periodDatasets = sqliteTable(
  'period_datasets',
  {
    tenantId: text('tenant_id').notNull(),
    periodId: text('period_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    side: text().notNull(),
    /** 1 where it was added to an earlier period. */
    isHandedOn: integer('is_handed_on').notNull(),
    addedAt: integer('added_at').notNull(),
    addedBy: text('added_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.periodId, table.datasetId] }),
    index('period_datasets_by_dataset').on(table.tenantId, table.datasetId),
    check('period_datasets_side', sql`${table.side} IN ('source', 'target')`),
  ],
)

export const decisions = sqliteTable(
  'decisions',
  {
    tenantId: text('tenant_id').notNull(),
    periodId: text('period_id').notNull(),
    /** From 1, in the order in which they were made. */
    number: integer().notNull(),
    id: text().notNull(),
    /** The id of the log's entry of all that were made together. */
    batch: text().notNull(),
    /** The revision of the period that they made. */
    revision: integer().notNull(),
    /** The canonical line, which has the hash of the note. */
    line: text().notNull(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.periodId, table.number] }),
    uniqueIndex('decisions_by_id').on(table.tenantId, table.id),
    index('decisions_by_batch').on(table.tenantId, table.batch),
  ],
)

/** Each step of a period from open to closed and back, as its entry of the log says. */
export const signoffs = sqliteTable(
  'signoffs',
  {
    tenantId: text('tenant_id').notNull(),
    periodId: text('period_id').notNull(),
    /** The place of its entry in the log. */
    sequence: integer().notNull(),
    id: text().notNull(),
    leafHash: text('leaf_hash').notNull(),
    /** The entry. */
    line: text().notNull(),
    /** The revision of the period that it made. */
    revision: integer().notNull(),
    /** The run, how many decisions, and the balances that were submitted. */
    runId: text('run_id').notNull(),
    decisionCount: integer('decision_count').notNull(),
    balances: text().notNull(),
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.periodId, table.sequence] }),
    uniqueIndex('signoffs_by_id').on(table.tenantId, table.id),
  ],
)

/** What an entry of the log about a period stands for, stored before the entry is signed and applied with it. */
export const stagedActs = sqliteTable(
  'staged_acts',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    periodId: text('period_id').notNull(),
    /** JSON. */
    payload: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/**
 * When the scheduled handler looks for items as old as `agedDays`. A trigger keeps a row for each reconciliation with such
 * days.
 */
export const agedLooks = sqliteTable(
  'aged_looks',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    days: integer().notNull(),
    lookAt: integer('look_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reconciliationId] }),
    index('aged_looks_by_look').on(table.lookAt),
  ],
)

/** The open items that webhooks were told of as old. */
export const agedItems = sqliteTable(
  'aged_items',
  {
    tenantId: text('tenant_id').notNull(),
    reconciliationId: text('reconciliation_id').notNull(),
    /** The beginning of a hash of its name, in hexadecimal. */
    item: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reconciliationId, table.item] })],
)
