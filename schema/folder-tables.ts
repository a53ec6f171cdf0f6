import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Folders of R2 that hold the lines of a large dataset, or of an attempt of a large run. `folder` ends with a slash. A
 * row is stored before the folder's first object and removed after its last.
 */
export const lineFolders = sqliteTable(
  'line_folders',
  {
    tenantId: text('tenant_id').notNull(),
    folder: text().notNull(),
    /** The id of the dataset or run. */
    owner: text().notNull(),
    state: text().notNull(),
    /**
     * `writing`: when the writer counts as dead. `removing`: when the removal is tried again, null for at once. `kept`:
     * null.
     */
    expiresAt: integer('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.folder] }),
    index('line_folders_by_owner').on(table.tenantId, table.owner),
    index('line_folders_by_state').on(table.state, table.expiresAt),
    check('line_folders_state', sql`${table.state} IN ('writing', 'kept', 'removing')`),
    // Every object below `folder` is removed, so `folder` must belong to this row's owner.
    check(
      'line_folders_folder',
      sql`instr(${table.folder}, 'datasets/' || ${table.tenantId} || '/' || ${table.owner} || '/') = 1 OR instr(${table.folder}, 'runs/' || ${table.tenantId} || '/' || ${table.owner} || '/') = 1`,
    ),
  ],
)

/**
 * The index by ids of a large dataset: one row for each object, with hashes that show whether the object was changed.
 */
export const idSegments = sqliteTable(
  'id_segments',
  {
    tenantId: text('tenant_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    segment: integer().notNull(),
    count: integer().notNull(),
    /** The hashes of the object's blocks, one after the other. */
    hashes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.datasetId, table.segment] })],
)

/** Multipart uploads of R2 that began in a folder and may have to be aborted: R2 does not list them to a Worker. */
export const lineUploads = sqliteTable(
  'line_uploads',
  {
    tenantId: text('tenant_id').notNull(),
    folder: text().notNull(),
    object: text().notNull(),
    uploadId: text('upload_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.folder, table.uploadId] }),
    check(
      'line_uploads_object',
      sql`instr(${table.object}, ${table.folder}) = 1 AND (instr(${table.folder}, 'datasets/' || ${table.tenantId} || '/') = 1 OR instr(${table.folder}, 'runs/' || ${table.tenantId} || '/') = 1)`,
    ),
  ],
)
