import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Uploads in parts, until some time after the dataset of the same id is sealed. */
export const uploads = sqliteTable(
  'uploads',
  {
    tenantId: text('tenant_id').notNull(),
    /** The id of the upload, and of the dataset that it becomes. */
    id: text().notNull(),
    /**
     * `receiving` parts, `reading` them, `refused` with its faults, or `removing`: sealed or aborted, and no longer
     * shown.
     */
    state: text().notNull(),
    name: text().notNull(),
    adapter: text().notNull(),
    /** JSON: how the file is read, with the members that the upload of a whole file has in its query. */
    options: text().notNull(),
    /** Bytes of the whole file, as declared. */
    byteCount: integer('byte_count').notNull(),
    /** Bytes that count as stored while the upload is open: a trigger adds them to what the tenant keeps. */
    reservedBytes: integer('reserved_bytes').notNull(),
    /** Bytes that the current attempt has read. */
    readBytes: integer('read_bytes').notNull(),
    /** How often the reading has begun. The instance of the Workflow is `<id>-<attempt>`. */
    attempt: integer().notNull(),
    /** JSON: why the file was refused; null unless it was. */
    refusal: text(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** When the scheduled handler next looks at the upload. */
    dueAt: integer('due_at').notNull(),
    /** When the upload is removed: with its parts if it is unfinished, else only its row. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('uploads_by_due').on(table.dueAt),
    check('uploads_state', sql`${table.state} IN ('receiving', 'reading', 'refused', 'removing')`),
  ],
)

/** The parts that have arrived. Each is an object `uploads/<tenant>/<upload>/<number>/<token>` in R2. */
export const uploadParts = sqliteTable(
  'upload_parts',
  {
    tenantId: text('tenant_id').notNull(),
    uploadId: text('upload_id').notNull(),
    /** From 1. */
    number: integer().notNull(),
    byteCount: integer('byte_count').notNull(),
    sha256: text().notNull(),
    /**
     * Names the request that stored the part. A repeated request has an object of its own, so that neither changes the
     * other's.
     */
    token: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.uploadId, table.number] })],
)
