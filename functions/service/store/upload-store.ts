import { tenantStorage } from '@tallystick/schema/tables'
import { uploads } from '@tallystick/schema/upload-tables'
import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { ReadingParameters } from '../env.ts'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type UploadPartRow, uploadPartStatements } from './upload-part-statements.ts'

export type UploadRow = typeof uploads.$inferSelect
export type { UploadPartRow }

/** One attempt to read an upload. It may change nothing after a later attempt began or the upload was aborted. */
export type ReadingAttempt = ReadingParameters

export const uploadStore = (db: Database) => ({
  ...uploadStatements(db),
  ...readingStatements(db),
  ...uploadPartStatements(db),
  ...sweepStatements(db),
})

const uploadStatements = (db: Database) => ({
  /** Fails, and its batch with it, when the tenant has as many open uploads as it may have: see `isUploadConflict`. */
  insert: (row: UploadRow, openCountMax: number) =>
    db.insert(uploads).values({ ...row, state: receivingIfFew(row.tenantId, openCountMax) }),

  /** An upload in any state, also for some hours after it was sealed or aborted. */
  findRow: (tenantId: string, id: string) => db.select().from(uploads).where(isUpload(tenantId, id)),

  /** An upload as its tenant sees it: none that was sealed or aborted. */
  find: (tenantId: string, id: string) =>
    db
      .select()
      .from(uploads)
      .where(and(isUpload(tenantId, id), ne(uploads.state, 'removing'))),

  /** Ends the receiving if all parts are there. The caller has checked the parts, but only this statement decides. */
  complete: (tenantId: string, id: string, dueAt: number) =>
    db
      .update(uploads)
      .set({ state: 'reading', attempt: 1, dueAt })
      .where(
        and(
          isUpload(tenantId, id),
          eq(uploads.state, 'receiving'),
          sql`${uploads.byteCount} = (SELECT sum(p.byte_count) FROM upload_parts p WHERE p.tenant_id = ${tenantId} AND p.upload_id = ${id})`,
        ),
      ),

  /** Oldest first, with ids after `after`. */
  page: (tenantId: string, { after, limit }: { readonly after: string; readonly limit: number }) =>
    db
      .select()
      .from(uploads)
      .where(and(eq(uploads.tenantId, tenantId), gt(uploads.id, after), ne(uploads.state, 'removing')))
      .orderBy(asc(uploads.id))
      .limit(limit),

  /** Marks an unsealed upload for removal: its parts and its row are removed later. */
  abort: (tenantId: string, id: string, { now, expiresAt }: { readonly now: number; readonly expiresAt: number }) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(and(isUpload(tenantId, id), ne(uploads.state, 'removing')))
      .returning({ attempt: uploads.attempt }),
})

/** An upload that has ended reserves no bytes. */
const ended = { reservedBytes: 0 } as const

const readingStatements = (db: Database) => ({
  /** Stores the progress of an attempt, which also shows that it lives. */
  progress: (reading: ReadingAttempt, progress: Pick<UploadRow, 'readBytes' | 'reservedBytes' | 'dueAt'>) =>
    db
      .update(uploads)
      .set({ readBytes: progress.readBytes, reservedBytes: progress.reservedBytes, dueAt: progress.dueAt })
      .where(isReading(reading)),

  /** Begins the next attempt in place of `reading`. */
  retry: (reading: ReadingAttempt, dueAt: number) =>
    db
      .update(uploads)
      .set({ attempt: reading.attempt + 1, readBytes: 0, dueAt })
      .where(isReading(reading))
      .returning({ attempt: uploads.attempt }),

  /** Ends an upload for good. `refusal` is JSON. */
  refuse: (
    reading: ReadingAttempt,
    { refusal, now, expiresAt }: { readonly refusal: string; readonly now: number; readonly expiresAt: number },
  ) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'refused', refusal, dueAt: now, expiresAt })
      .where(isReading(reading)),

  /**
   * Changes nothing. Goes into each batch in which an attempt stores or discards lines, and fails, and the batch with
   * it, unless this attempt still reads (see `isReadingConflict`): the count would become NULL, which the table
   * forbids.
   */
  requireReading: (reading: ReadingAttempt) =>
    db
      .update(tenantStorage)
      .set({
        datasetCount: sql`CASE WHEN EXISTS (
          SELECT 1 FROM uploads u WHERE u.tenant_id = ${reading.tenantId} AND u.id = ${reading.id}
          AND u.state = 'reading' AND u.attempt = ${reading.attempt}
        ) THEN ${tenantStorage.datasetCount} END`,
      })
      .where(eq(tenantStorage.tenantId, reading.tenantId)),

  /** Goes after `requireReading` into the batch that seals the dataset. */
  seal: (reading: ReadingAttempt, { now, expiresAt }: { readonly now: number; readonly expiresAt: number }) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(isReading(reading)),
})

const sweepStatements = (db: Database) => ({
  /**
   * Uploads that are due: the first of each tenant, then the second of each, and so on. A suspended tenant's readings
   * wait.
   */
  due: (now: number, { isReading, limit }: { readonly isReading: boolean; readonly limit: number }) =>
    db
      .select()
      .from(uploads)
      .where(
        and(
          lte(uploads.dueAt, now),
          sql`(${uploads.state} = 'reading') = ${Number(isReading)}`,
          sql`NOT (${uploads.state} = 'reading' AND EXISTS (
            SELECT 1 FROM tenants t WHERE t.id = ${uploads.tenantId} AND t.suspended_at IS NOT NULL AND t.deleted_at IS NULL))`,
        ),
      )
      .orderBy(sql`row_number() OVER (PARTITION BY ${uploads.tenantId} ORDER BY ${uploads.dueAt})`, asc(uploads.dueAt))
      .limit(limit),

  /** Sets when an upload is due next, unless it has changed since it was read. */
  postpone: ({ tenantId, id, state, dueAt: before }: UploadRow, dueAt: number) =>
    db
      .update(uploads)
      .set({ dueAt })
      .where(and(isUpload(tenantId, id), eq(uploads.state, state), eq(uploads.dueAt, before))),

  /** The upload if it was sealed, aborted or refused. */
  findEnded: (tenantId: string, id: string) =>
    db
      .select()
      .from(uploads)
      .where(and(isUpload(tenantId, id), hasEnded)),

  remove: (tenantId: string, id: string) => db.delete(uploads).where(and(isUpload(tenantId, id), hasEnded)),

  /** Marks all uploads of a deleted tenant for removal. Returns a row for each newly marked one. */
  abortAll: (tenantId: string, { now, expiresAt }: { readonly now: number; readonly expiresAt: number }) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(and(eq(uploads.tenantId, tenantId), ne(uploads.state, 'removing')))
      .returning({ id: uploads.id }),
})

const hasEnded = inArray(uploads.state, ['refused', 'removing'])

const isUpload = (tenantId: string, id: string): SQL | undefined =>
  and(eq(uploads.tenantId, tenantId), eq(uploads.id, id))

const isReading = ({ tenantId, id, attempt }: ReadingAttempt): SQL | undefined =>
  and(isUpload(tenantId, id), eq(uploads.state, 'reading'), eq(uploads.attempt, attempt))

/** NULL, which the table forbids, when the tenant has as many open uploads as it may have. */
const receivingIfFew = (tenantId: string, openCountMax: number): SQL =>
  sql`CASE WHEN (
    SELECT count(*) FROM uploads u WHERE u.tenant_id = ${tenantId} AND u.state IN ('receiving', 'reading')
  ) < ${openCountMax} THEN 'receiving' END`

/** Whether a batch failed because its attempt does not read the upload any more. */
export const isReadingConflict = (error: unknown): boolean => failsWith(error, /failed: tenant_storage\.dataset_count/i)

/** Whether a batch failed because the tenant has as many open uploads as it may have. */
export const isUploadConflict = (error: unknown): boolean => failsWith(error, /failed: uploads\.state/i)

/** For statements of other tables. */
export const isStillReading = ({ tenantId, id, attempt }: ReadingAttempt): SQL => sql`EXISTS (
  SELECT 1 FROM uploads u WHERE u.tenant_id = ${tenantId} AND u.id = ${id} AND u.state = 'reading' AND u.attempt = ${attempt})`
