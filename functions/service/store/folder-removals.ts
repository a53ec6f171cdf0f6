import { lineFolders, lineUploads } from '@tallystick/schema/folder-tables'
import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type LineFolder = typeof lineFolders.$inferSelect

/** Whose folders are to be removed: those of all where nobody is named. */
export interface Removals {
  readonly tenantId?: string
  readonly owner?: string
  readonly now: number
}

/** Statements on folders whose objects are to be removed, and on the multipart uploads that began in a folder. */
export const folderRemovals = (db: Database) => ({
  ...removalStatements(db),
  ...uploadStatements(db),
})

const removalStatements = (db: Database) => ({
  /**
   * Gives up all that a tenant keeps, or what it keeps of a run or dataset, in the batch that deletes that. What is being
   * written expires, since its writer may live.
   */
  removeKept: (tenantId: string, owner?: string) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(eq(lineFolders.tenantId, tenantId), isOf(owner), eq(lineFolders.state, 'kept'))),

  /** Gives up the folders of any tenant whose writers are dead by `now`. */
  removeExpired: (now: number) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(eq(lineFolders.state, 'writing'), lt(lineFolders.expiresAt, now))),

  /** Folders whose objects are to be removed by `now`, of a tenant or an owner where these are given. */
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

  /** Leaves a folder for later whose objects cannot be removed, so that it holds up no other. */
  postpone: ({ tenantId, folder }: LineFolder, until: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt: until })
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'removing'))),

  /** Forgets a folder whose objects are gone. */
  forget: ({ tenantId, folder }: LineFolder) =>
    [
      db.delete(lineUploads).where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder))),
      db.delete(lineFolders).where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'removing'))),
    ] as const,

  /** How many folders a tenant has. */
  count: (tenantId: string) =>
    db.select({ count: sql<number>`count(*)` }).from(lineFolders).where(eq(lineFolders.tenantId, tenantId)),
})

const uploadStatements = (db: Database) => ({
  /** Stores a multipart upload that has begun. */
  addUpload: (tenantId: string, upload: { folder: string; object: string; uploadId: string }) =>
    db
      .insert(lineUploads)
      .values({ tenantId, ...upload })
      .onConflictDoNothing(),

  /** Multipart uploads that began in a folder and may not be complete, at most `limit`. */
  uploads: ({ tenantId, folder }: LineFolder, limit: number) =>
    db
      .select()
      .from(lineUploads)
      .where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder)))
      .limit(limit),

  /** Forgets a multipart upload that has ended. */
  forgetUpload: ({ tenantId, folder, uploadId }: typeof lineUploads.$inferSelect) =>
    db
      .delete(lineUploads)
      .where(
        and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder), eq(lineUploads.uploadId, uploadId)),
      ),
})

/** What a folder becomes that nobody needs any more. */
export const removing = { state: 'removing', expiresAt: null }

/** The condition on one folder of a tenant. */
export const isFolder = (tenantId: string, folder: string): SQL | undefined =>
  and(eq(lineFolders.tenantId, tenantId), eq(lineFolders.folder, folder))

/** The condition on an owner; none for all of them. */
export const isOf = (owner: string | undefined): SQL | undefined =>
  owner === undefined ? undefined : eq(lineFolders.owner, owner)
