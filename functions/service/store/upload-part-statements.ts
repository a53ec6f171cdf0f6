import { uploadParts } from '@tallystick/schema/upload-tables'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type UploadPartRow = typeof uploadParts.$inferSelect

export const uploadPartStatements = (db: Database) => ({
  parts: (tenantId: string, id: string) =>
    db.select().from(uploadParts).where(isPart(tenantId, id)).orderBy(asc(uploadParts.number)),

  part: (tenantId: string, id: string, number: number) =>
    db
      .select()
      .from(uploadParts)
      .where(and(isPart(tenantId, id), eq(uploadParts.number, number))),

  /**
   * Stores a part of an upload that receives, unless the parts would exceed the declared bytes. Returns a row if it
   * did.
   */
  putPart: ({ tenantId, uploadId, number, byteCount, sha256, token }: UploadPartRow) =>
    db
      .insert(uploadParts)
      .select(
        sql`SELECT ${tenantId}, ${uploadId}, ${number}, ${byteCount}, ${sha256}, ${token}
        WHERE EXISTS (
          SELECT 1 FROM uploads u WHERE u.tenant_id = ${tenantId} AND u.id = ${uploadId} AND u.state = 'receiving'
          AND u.byte_count >= ${byteCount} + coalesce((
            SELECT sum(p.byte_count) FROM upload_parts p
            WHERE p.tenant_id = ${tenantId} AND p.upload_id = ${uploadId} AND p.number <> ${number}), 0))`,
      )
      .onConflictDoUpdate({
        target: [uploadParts.tenantId, uploadParts.uploadId, uploadParts.number],
        set: { byteCount, sha256, token },
      })
      .returning({ number: uploadParts.number }),

  removeParts: (tenantId: string, id: string) => db.delete(uploadParts).where(isPart(tenantId, id)),
})

const isPart = (tenantId: string, id: string): SQL | undefined =>
  and(eq(uploadParts.tenantId, tenantId), eq(uploadParts.uploadId, id))
