import { tenantStorage } from '@tallystick/schema/tables'
import { uploads } from '@tallystick/schema/upload-tables'
import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { ReadingParameters } from '../env.ts'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type UploadPartRow, uploadPartStatements } from './upload-part-statements.ts'

export type UploadRow = typeof uploads.$inferSelect
export type { UploadPartRow }

/** An attempt to read an upload: another attempt, or an abort, ends its right to change anything. */
export type ReadingAttempt = ReadingParameters

/** Statements on uploads in parts, for the caller to await or to put into a batch. */
export const uploadStore = (db: Database) => ({
  ...uploadStatements(db),
  ...readingStatements(db),
  ...uploadPartStatements(db),
  ...sweepStatements(db),
})

const uploadStatements = (db: Database) => ({
  /** Fails, and its batch with it, for a tenant with as many open uploads as it may have: see `isUploadConflict`. */
  insert: (row: UploadRow, openCountMax: number) =>
    db.insert(uploads).values({ ...row, state: receivingIfFew(row.tenantId, openCountMax) }),

  /** The upload in whatever state its row is: also for some hours after it was sealed or aborted. */
  findRow: (tenantId: string, id: string) => db.select().from(uploads).where(isUpload(tenantId, id)),

  /** The upload as its tenant sees it: none that was sealed or aborted. */
  find: (tenantId: string, id: string) =>
    db
      .select()
      .from(uploads)
      .where(and(isUpload(tenantId, id), ne(uploads.state, 'removing'))),

  /**
   * Begins the first reading, unless it has begun or the parts do not make up the file by now. The caller has looked at
   * the parts before; this decides.
   */
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

  /** The uploads of a tenant in the order of their ids, those after the id `after`. */
  page: (tenantId: string, { after, limit }: { readonly after: string; readonly limit: number }) =>
    db
      .select()
      .from(uploads)
      .where(and(eq(uploads.tenantId, tenantId), gt(uploads.id, after), ne(uploads.state, 'removing')))
      .orderBy(asc(uploads.id))
      .limit(limit),

  /** Takes an upload that was not sealed from its tenant; its parts and its row are removed afterwards. */
  abort: (tenantId: string, id: string, { now, expiresAt }: { readonly now: number; readonly expiresAt: number }) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(and(isUpload(tenantId, id), ne(uploads.state, 'removing')))
      .returning({ attempt: uploads.attempt }),
})

/** What no upload has any more that has ended: its bytes count no longer. */
const ended = { reservedBytes: 0 } as const

const readingStatements = (db: Database) => ({
  /** Notes how far an attempt is, and that it lives. */
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

  /** Ends an attempt that no attempt can follow. `refusal` is JSON. */
  refuse: (
    reading: ReadingAttempt,
    { refusal, now, expiresAt }: { readonly refusal: string; readonly now: number; readonly expiresAt: number },
  ) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'refused', refusal, dueAt: now, expiresAt })
      .where(isReading(reading)),

  /**
   * Changes nothing. Goes into each batch in which an attempt stores or discards what it has read: the batch fails unless it
   * is still this attempt that reads (see `isReadingConflict`). The count would become NULL, which the table forbids.
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

  /** Ends the attempt in the batch which seals its dataset; goes behind `requireReading`. */
  seal: (reading: ReadingAttempt, { now, expiresAt }: { readonly now: number; readonly expiresAt: number }) =>
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(isReading(reading)),
})

const sweepStatements = (db: Database) => ({
  /**
   * Uploads of any tenant that are due by `now`, either readings or all others: the first of each tenant, then the second
   * of each, and so on. A reading of a suspended tenant waits.
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

  /** The upload if it has ended: by its seal, an abort or a refusal. */
  findEnded: (tenantId: string, id: string) =>
    db
      .select()
      .from(uploads)
      .where(and(isUpload(tenantId, id), hasEnded)),

  /** Removes the row of an upload that has ended. */
  remove: (tenantId: string, id: string) => db.delete(uploads).where(and(isUpload(tenantId, id), hasEnded)),

  /** Takes all uploads of a tenant that is deleted. A row comes back for each that was not taken yet. */
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

/** The state of an upload that is begun: NULL, which the table forbids, for a tenant with as many open ones as it may have. */
const receivingIfFew = (tenantId: string, openCountMax: number): SQL =>
  sql`CASE WHEN (
    SELECT count(*) FROM uploads u WHERE u.tenant_id = ${tenantId} AND u.state IN ('receiving', 'reading')
  ) < ${openCountMax} THEN 'receiving' END`

/** Whether a batch failed because another attempt reads the upload by now, or none does. */
export const isReadingConflict = (error: unknown): boolean => failsWith(error, /failed: tenant_storage\.dataset_count/i)

/** Whether a batch failed because the tenant has as many open uploads as it may have. */
export const isUploadConflict = (error: unknown): boolean => failsWith(error, /failed: uploads\.state/i)
