import { and, asc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { tenantStorage } from '../../schema/tables.ts'
import { uploadParts, uploads } from '../../schema/upload-tables.ts'
import type { ReadingParameters } from '../env.ts'
import type { Database } from './database.ts'

export type UploadRow = typeof uploads.$inferSelect
export type UploadPartRow = typeof uploadParts.$inferSelect

/** An attempt to read an upload: another attempt, or an abort, ends its right to change anything. */
export type ReadingAttempt = ReadingParameters

/** Statements on uploads in parts, for the caller to await or to put into a batch. */
export const uploadStore = (db: Database) => ({
  ...uploadStatements(db),
  ...readingStatements(db),
  ...partStatements(db),
  ...sweepStatements(db),
})

const uploadStatements = (db: Database) => ({
  insert: (row: UploadRow) => db.insert(uploads).values(row),

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
   * The statements that go into the batch which seals the dataset of an attempt. The batch fails unless it is still this
   * attempt that reads (see `isReadingConflict`): the count would become NULL, which the table forbids.
   */
  seal: (
    reading: ReadingAttempt,
    { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
  ): readonly BatchItem<'sqlite'>[] => [
    db
      .update(tenantStorage)
      .set({
        datasetCount: sql`CASE WHEN EXISTS (
          SELECT 1 FROM uploads u WHERE u.tenant_id = ${reading.tenantId} AND u.id = ${reading.id}
          AND u.state = 'reading' AND u.attempt = ${reading.attempt}
        ) THEN ${tenantStorage.datasetCount} END`,
      })
      .where(eq(tenantStorage.tenantId, reading.tenantId)),
    db
      .update(uploads)
      .set({ ...ended, state: 'removing', dueAt: now, expiresAt })
      .where(isReading(reading)),
  ],
})

const partStatements = (db: Database) => ({
  parts: (tenantId: string, id: string) =>
    db.select().from(uploadParts).where(isPart(tenantId, id)).orderBy(asc(uploadParts.number)),

  part: (tenantId: string, id: string, number: number) =>
    db
      .select()
      .from(uploadParts)
      .where(and(isPart(tenantId, id), eq(uploadParts.number, number))),

  /** Stores a part in place of the one before it, as long as its upload receives parts. */
  putPart: ({ tenantId, uploadId, number, byteCount, sha256, token }: UploadPartRow) =>
    db.run(sql`INSERT INTO upload_parts (tenant_id, upload_id, number, byte_count, sha256, token)
      SELECT ${tenantId}, ${uploadId}, ${number}, ${byteCount}, ${sha256}, ${token}
      WHERE EXISTS (SELECT 1 FROM uploads u WHERE u.tenant_id = ${tenantId} AND u.id = ${uploadId} AND u.state = 'receiving')
      ON CONFLICT (tenant_id, upload_id, number)
      DO UPDATE SET byte_count = excluded.byte_count, sha256 = excluded.sha256, token = excluded.token`),

  removeParts: (tenantId: string, id: string) => db.delete(uploadParts).where(isPart(tenantId, id)),
})

const sweepStatements = (db: Database) => ({
  /** Uploads of any tenant that are due by `now`. A reading of a suspended tenant waits. */
  due: (now: number, limit: number) =>
    db
      .select()
      .from(uploads)
      .where(
        and(
          lte(uploads.dueAt, now),
          sql`NOT (${uploads.state} = 'reading' AND EXISTS (
            SELECT 1 FROM tenants t WHERE t.id = ${uploads.tenantId} AND t.suspended_at IS NOT NULL AND t.deleted_at IS NULL))`,
        ),
      )
      .orderBy(asc(uploads.dueAt))
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

const isPart = (tenantId: string, id: string): SQL | undefined =>
  and(eq(uploadParts.tenantId, tenantId), eq(uploadParts.uploadId, id))

/** Whether a batch failed because another attempt reads the upload by now, or none does. */
export function isReadingConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/constraint failed: tenant_storage\.dataset_count/i.test(cause.message)) return true
  return false
}
