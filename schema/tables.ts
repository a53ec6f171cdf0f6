import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { pinnedSideColumn, runPeriodColumn, warningsColumn } from './json-columns.ts'

/**
 * The tables of D1. Times are milliseconds since the epoch; chunks and documents are TEXT (D1 returns a BLOB as an
 * array of numbers, twenty times slower); hashes are lower-case hex; money is canonical decimal text. Primary keys
 * begin with `tenant_id`, except those of tenants and API keys. The migrations declare all tables STRICT.
 */

export const tenants = sqliteTable(
  'tenants',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    plan: text().notNull(),
    settings: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Since when the tenant's keys are refused and its runs wait; null in an active tenant. */
    suspendedAt: integer('suspended_at'),
    /** When the tenant was deleted. The row stays as long as the hashes of the tenant's log. */
    deletedAt: integer('deleted_at'),
    /** When the scheduled handler next removes old lines, or continues a deletion; null for never. */
    sweepAt: integer('sweep_at'),
  },
  (table) => [index('tenants_by_sweep').on(table.sweepAt).where(sql`${table.sweepAt} IS NOT NULL`)],
)

/**
 * What a tenant keeps. Triggers of the counted tables maintain these rows: `stored_bytes` is the UTF-8 length of `text`
 * in dataset_chunks, result_chunks, policy_parts and close_lines, of `rules` in runs, of `statements` in sealed datasets, of what
 * decisions and sign-offs say, of the `payload` of staged acts and of what is delivered and answered, plus `object_length` of both kinds of chunks and
 * `reserved_bytes` of uploads and runs.
 */
export const tenantStorage = sqliteTable(
  'tenant_storage',
  {
    tenantId: text('tenant_id').primaryKey(),
    storedBytes: integer('stored_bytes').notNull(),
    /** Sealed datasets. */
    datasetCount: integer('dataset_count').notNull(),
    runCount: integer('run_count').notNull(),
    failedRunCount: integer('failed_run_count').notNull(),
    /** When the tenant's rows were last counted anew; 0 before the first time. */
    countedAt: integer('counted_at').notNull().default(0),
  },
  (table) => [
    index('tenant_storage_by_count').on(table.countedAt),
    index('tenant_storage_below_zero')
      .on(table.tenantId)
      .where(sql`min(${table.storedBytes}, ${table.datasetCount}, ${table.runCount}, ${table.failedRunCount}) < 0`),
  ],
)

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    tenantId: text('tenant_id').notNull(),
    name: text().notNull(),
    hmac: text().notNull(),
    /** `live_` or `test_`, then the key id. Lists of keys show it; the whole key begins with `tsk_`. */
    prefix: text().notNull(),
    scopes: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the key expires, as its maker asked. The key that replaces it in a rotation inherits this time. */
    expiresAt: integer('expires_at'),
    /** When the key ends because of a rotation. */
    rotatedUntil: integer('rotated_until'),
    revokedAt: integer('revoked_at'),
    lastUsedAt: integer('last_used_at'),
    /** Id of the member or API key that made the key; null where the operator did. */
    createdBy: text('created_by'),
  },
  (table) => [index('api_keys_by_tenant').on(table.tenantId, table.createdAt)],
)

export const datasets = sqliteTable(
  'datasets',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    name: text().notNull(),
    adapter: text().notNull(),
    format: text().notNull(),
    state: text().notNull(),
    recordCount: integer('record_count').notNull(),
    byteCount: integer('byte_count').notNull(),
    root: text().notNull(),
    totals: text().notNull(),
    periodFrom: text('period_from'),
    periodTo: text('period_to'),
    warnings: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** JSON: the file that the records were read from; null until the dataset is sealed. */
    received: text(),
    /** Id of the API key or member that uploaded the dataset; null where none did. */
    createdBy: text('created_by'),
    /** JSON: the statements in the file, with their balances; null where it had none. */
    statements: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('datasets_by_adapter').on(table.tenantId, table.adapter, table.id),
    index('datasets_by_state').on(table.state, table.createdAt),
    check('datasets_state', sql`${table.state} IN ('receiving', 'sealed')`),
    check('datasets_record_count', sql`typeof(${table.recordCount}) = 'integer' AND ${table.recordCount} >= 0`),
  ],
)

/** SHA-256 of the chunk's lines in UTF-8, each ended by a newline. */
const linesHash = () => text().notNull()

/** The place in R2 of the lines of a large dataset's or result's chunk; null where the row has the lines. */
const placeInObject = () => ({
  object: text(),
  objectOffset: integer('object_offset'),
  objectLength: integer('object_length'),
})

export const datasetChunks = sqliteTable(
  'dataset_chunks',
  {
    tenantId: text('tenant_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    seq: integer().notNull(),
    firstLine: integer('first_line').notNull(),
    count: integer().notNull(),
    sha256: linesHash(),
    /** The lines; empty where an object holds them. */
    text: text().notNull(),
    idMin: text('id_min').notNull(),
    idMax: text('id_max').notNull(),
    ...placeInObject(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.datasetId, table.seq] }),
    check(
      'dataset_chunks_object',
      sql`${table.object} IS NULL OR instr(${table.object}, 'datasets/' || ${table.tenantId} || '/' || ${table.datasetId} || '/') = 1`,
    ),
  ],
)

export const runs = sqliteTable(
  'runs',
  {
    tenantId: text('tenant_id').notNull(),
    id: text().notNull(),
    name: text().notNull(),
    status: text().notNull(),
    sourceAdapter: text('source_adapter').notNull(),
    targetAdapter: text('target_adapter').notNull(),
    source: pinnedSideColumn().notNull(),
    target: pinnedSideColumn().notNull(),
    /** Canonical JSON of the effective rules: the whole policy, unless the policy is in `policy_parts`. */
    rules: text().notNull(),
    policyId: text('policy_id').notNull(),
    /** SHA-256 of the canonical policy. */
    policyHash: text('policy_hash').notNull(),
    /** How many rows of `policy_parts` hold a policy with tables, rates or calendars; 0 for any other policy. */
    policyParts: integer('policy_parts').notNull().default(0),
    engineVersion: text('engine_version').notNull(),
    warnings: warningsColumn().notNull(),
    replayOf: text('replay_of'),
    requestId: text('request_id').notNull(),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    completedAt: integer('completed_at'),
    attempt: integer().notNull(),
    /** Until when the executor has the run for itself; for a run in pieces, when its instance is next checked. */
    leaseUntil: integer('lease_until').notNull(),
    /** Whether a Workflow executes the run in pieces. */
    inPieces: integer('in_pieces', { mode: 'boolean' }).notNull().default(false),
    /** Bytes of the canonical lines of both sides. */
    byteCount: integer('byte_count').notNull().default(0),
    /** Bytes of the estimated result of a run in pieces, which count as stored until the run is sealed or has ended. */
    reservedBytes: integer('reserved_bytes').notNull().default(0),
    /**
     * JSON: phase, rule, order of the stage, and the records done by each instance: see `largeRunStore`. Null before the
     * first stage.
     */
    progress: text(),
    /** Read by Workers of the version before only, as `current_rule` is. */
    recordsRead: integer('records_read').notNull().default(0),
    currentRule: text('current_rule'),
    /** Whether a receipt of the run may have been signed: from then on the run cannot be cancelled. */
    isSealing: integer('is_sealing', { mode: 'boolean' }).notNull().default(false),
    summary: text(),
    resultRoot: text('result_root'),
    sequence: integer(),
    failure: text(),
    /** Id of the API key or member that asked for the run; null where none did. */
    createdBy: text('created_by'),
    /** JSON: of the run of a period, and of its replays. */
    period: runPeriodColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('runs_by_status').on(table.tenantId, table.status, table.id),
    index('runs_by_source').on(table.tenantId, table.sourceAdapter, table.id),
    index('runs_by_target').on(table.tenantId, table.targetAdapter, table.id),
    index('runs_by_lease').on(table.status, table.leaseUntil),
    index('runs_by_policy').on(table.tenantId, table.policyHash).where(sql`${table.policyParts} > 0`),
    check('runs_status', sql`${table.status} IN ('queued', 'running', 'completed', 'failed', 'cancelled')`),
    check(
      'runs_completed',
      sql`${table.status} <> 'completed' OR (${table.summary} IS NOT NULL AND ${table.resultRoot} IS NOT NULL AND ${table.sequence} IS NOT NULL AND ${table.completedAt} IS NOT NULL)`,
    ),
  ],
)

/** Canonical policies, split between characters. A tenant's runs under the same policy share its parts. */
export const policyParts = sqliteTable(
  'policy_parts',
  {
    tenantId: text('tenant_id').notNull(),
    policyHash: text('policy_hash').notNull(),
    seq: integer().notNull(),
    text: text().notNull(),
    /** When a run under this policy was last made. */
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.policyHash, table.seq] }),
    index('policy_parts_by_age').on(table.createdAt),
  ],
)

export const resultChunks = sqliteTable(
  'result_chunks',
  {
    tenantId: text('tenant_id').notNull(),
    runId: text('run_id').notNull(),
    attempt: integer().notNull(),
    view: text().notNull(),
    seq: integer().notNull(),
    firstLeaf: integer('first_leaf').notNull(),
    count: integer().notNull(),
    sha256: linesHash(),
    /**
     * JSON: the number of this chunk's lines by `<confidence or reason>|<rule id>`, so that a filtered view skips
     * chunks without wanted lines. Stands before `text`, because SQLite reads a row only as far as a query needs.
     */
    counts: text().notNull(),
    /**
     * An HMAC under KEY_PEPPER, by which the service recognises counts that it stored itself: see `voucherOfCounts`.
     */
    voucher: text().notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull(),
    ...placeInObject(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.attempt, table.view, table.seq] }),
    index('result_chunks_by_age').on(table.createdAt),
    check(
      'result_chunks_object',
      sql`${table.object} IS NULL OR instr(${table.object}, 'runs/' || ${table.tenantId} || '/' || ${table.runId} || '/') = 1`,
    ),
  ],
)

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    tenantId: text('tenant_id').notNull(),
    keyHash: text('key_hash').notNull(),
    fingerprint: text().notNull(),
    /** The id of the run or dataset that the first request made. */
    resource: text().notNull(),
    /** Null until the answer is final, and again when `resource` is deleted. */
    status: integer(),
    body: text(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.keyHash] }),
    index('idempotency_keys_by_expiry').on(table.expiresAt),
    index('idempotency_keys_by_resource').on(table.tenantId, table.resource),
  ],
)
