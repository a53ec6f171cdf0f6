import { lineFolders, lineUploads } from '@tallystick/schema/folder-tables'
import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type LineFolder = typeof lineFolders.$inferSelect

/** The folders to remove: those of an owner, of a tenant, or of all. */
export interface Removals {
  readonly tenantId?: string
  readonly owner?: string
  readonly now: number
}

/** Folders whose objects are to be removed, and multipart uploads that began in a folder. */
export const folderRemovals = (db: Database) => ({
  ...removalStatements(db),
  ...uploadStatements(db),
})

const removalStatements = (db: Database) => ({
  /** Marks kept folders of a tenant, run or dataset for removal. Folders being written expire later. */
  removeKept: (tenantId: string, owner?: string) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(eq(lineFolders.tenantId, tenantId), isOf(owner), eq(lineFolders.state, 'kept'))),

  /** Marks folders for removal whose writers count as dead by `now`. */
  removeExpired: (now: number) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(eq(lineFolders.state, 'writing'), lt(lineFolders.expiresAt, now))),

  toRemove: ({ tenantId, owner, now, limit }: Removals & { readonly limit: number }) =>
    db
      .select()
      .from(lineFolders)
      .where(
        and(
          eq(lineFolders.state, 'removing'),
          sql`coalesce(${lineFolders.expiresAt}, 0) <= ${now}`,
          tenantId === undefined ? undefined : eq(lineFolders.tenantId, tenantId),
          isOf(owner),
        ),
      )
      .orderBy(asc(lineFolders.expiresAt))
      .limit(limit),

  /** Tries a folder again later when its objects cannot be removed, so that it does not hold up others. */
  postpone: ({ tenantId, folder }: LineFolder, until: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt: until })
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'removing'))),

  /** Goes after the removal of all objects of the folder. */
  forget: ({ tenantId, folder }: LineFolder) =>
    [
      db.delete(lineUploads).where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder))),
      db.delete(lineFolders).where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'removing'))),
    ] as const,

  count: (tenantId: string) =>
    db.select({ count: sql<number>`count(*)` }).from(lineFolders).where(eq(lineFolders.tenantId, tenantId)),
})

const uploadStatements = (db: Database) => ({
  addUpload: (tenantId: string, upload: { folder: string; object: string; uploadId: string }) =>
    db
      .insert(lineUploads)
      .values({ tenantId, ...upload })
      .onConflictDoNothing(),

  uploads: ({ tenantId, folder }: LineFolder, limit: number) =>
    db
      .select()
      .from(lineUploads)
      .where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder)))
      .limit(limit),

  forgetUpload: ({ tenantId, folder, uploadId }: typeof lineUploads.$inferSelect) =>
    db
      .delete(lineUploads)
      .where(
        and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder), eq(lineUploads.uploadId, uploadId)),
      ),
})

export const removing = { state: 'removing', expiresAt: null }

export const isFolder = (tenantId: string, folder: string): SQL | undefined =>
  and(eq(lineFolders.tenantId, tenantId), eq(lineFolders.folder, folder))

export const isOf = (owner: string | undefined): SQL | undefined =>
  owner === undefined ? undefined : eq(lineFolders.owner, owner)
