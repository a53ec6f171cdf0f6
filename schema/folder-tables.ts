import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Folders of R2 whose objects hold the lines of a large dataset or of an attempt of a large run: everything below
 * `folder`, which ends with a slash. A row is stored before the first object, and goes behind the last.
 */
export const lineFolders = sqliteTable(
  'line_folders',
  {
    tenantId: text('tenant_id').notNull(),
    folder: text().notNull(),
    /** The id of the dataset or run. */
    owner: text().notNull(),
    state: text().notNull(),
    /** While it is written: when its writer counts as dead, unless it says before that it lives. Null in other states. */
    expiresAt: integer('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.folder] }),
    index('line_folders_by_owner').on(table.tenantId, table.owner),
    index('line_folders_by_state').on(table.state, table.expiresAt),
    check('line_folders_state', sql`${table.state} IN ('writing', 'kept', 'removing')`),
    // The objects below `folder` are removed, so `folder` must be a folder of lines of this row's owner.
    check(
      'line_folders_folder',
      sql`instr(${table.folder}, 'datasets/' || ${table.tenantId} || '/' || ${table.owner} || '/') = 1 OR instr(${table.folder}, 'runs/' || ${table.tenantId} || '/' || ${table.owner} || '/') = 1`,
    ),
  ],
)

/** The objects of the index of a large dataset by ids, with what shows that they are as they were stored. */
export const idSegments = sqliteTable(
  'id_segments',
  {
    tenantId: text('tenant_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    segment: integer().notNull(),
    /** Records. */
    count: integer().notNull(),
    /** The hashes of the blocks of the object, one behind the other. */
    hashes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.datasetId, table.segment] })],
)

/** Multipart uploads of R2 that have begun in a folder and may have to be aborted: R2 does not list them to a Worker. */
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
