import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { lineFolders, lineUploads } from '../../schema/folder-tables.ts'
import type { Database } from './database.ts'
import { type Attempt, isRunning } from './run-transitions.ts'

export type LineFolder = typeof lineFolders.$inferSelect

/** Names a folder of a tenant: see `datasetFolder` and `runFolder`. */
export interface FolderName {
  readonly folder: string
  /** The id of the dataset or run. */
  readonly owner: string
}

/** The folder of the objects of a dataset that came in one request. */
export const datasetFolder = (tenantId: string, datasetId: string): string => `datasets/${tenantId}/${datasetId}/`

/** A folder for one execution of the reading of an upload: whatever another still writes, is not in this one. */
export const readingFolder = (tenantId: string, datasetId: string): string =>
  `${datasetFolder(tenantId, datasetId)}${crypto.randomUUID()}/`

/** The folder of the objects of an attempt of a run. */
export const runFolder = (tenantId: string, { runId, attempt }: Attempt): string =>
  `runs/${tenantId}/${runId}/${attempt}/`

/** A writer that was not heard of for so long is dead, and its folder is removed. */
export const writerMilliseconds = 3_600_000

/**
 * Statements on the folders that hold lines in R2, for the caller to await or to put into a batch. A folder is `writing`
 * until it is `kept`; whatever is not kept in time, and what is deleted, is `removing` until its objects are gone.
 */
export const folderStore = (db: Database) => ({
  ...writerStatements(db),
  ...expiryStatements(db),
  ...removalStatements(db),
})

const writerStatements = (db: Database) => ({
  /** Stores a folder before its first object. One that is there already, of a repeated step, lives on. */
  begin: (tenantId: string, { folder, owner }: FolderName, now: number) =>
    db
      .insert(lineFolders)
      .values({ tenantId, folder, owner, state: 'writing', expiresAt: now + writerMilliseconds })
      .onConflictDoUpdate({
        target: [lineFolders.tenantId, lineFolders.folder],
        set: { expiresAt: now + writerMilliseconds },
        setWhere: eq(lineFolders.state, 'writing'),
      }),

  /** Stores a multipart upload that has begun. */
  addUpload: (tenantId: string, upload: { folder: string; object: string; uploadId: string }) =>
    db
      .insert(lineUploads)
      .values({ tenantId, ...upload })
      .onConflictDoNothing(),

  /** Says that the writer of a folder lives. */
  touch: (tenantId: string, folder: string, now: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt: now + writerMilliseconds })
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'writing'))),

  /** The same of the folders of a run, if it is running under the attempt. */
  touchOfRun: (tenantId: string, attempt: Attempt, now: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt: now + writerMilliseconds })
      .where(
        and(
          isOwner(tenantId, attempt.runId),
          isBelow(runFolder(tenantId, attempt)),
          eq(lineFolders.state, 'writing'),
          sql`EXISTS (SELECT 1 FROM runs WHERE ${isRunning(tenantId, attempt)})`,
        ),
      ),

  /** Keeps a folder whose objects are whole: goes into the batch that makes its lines visible. */
  keep: (tenantId: string, folder: string) =>
    [
      db
        .update(lineFolders)
        .set({ state: 'kept', expiresAt: null })
        .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'writing'))),
      db.delete(lineUploads).where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder))),
    ] as const,
})

const expiryStatements = (db: Database) => ({
  /** When the folders of a run's attempt expire, of which `touchOfRun` says that their writer lives. */
  expiryOfRun: (tenantId: string, attempt: Attempt) =>
    db
      .select({ expiresAt: sql<number | null>`max(${lineFolders.expiresAt})` })
      .from(lineFolders)
      .where(
        and(isOwner(tenantId, attempt.runId), isBelow(runFolder(tenantId, attempt)), eq(lineFolders.state, 'writing')),
      ),

  /** Gives up a folder that is being written, of which no writer lives. */
  giveUpFolder: (tenantId: string, folder: string) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'writing'))),

  /** Gives up what is being written of a run or dataset at `expiresAt`, when no writer of it lives any more. */
  expire: (tenantId: string, owner: string, expiresAt: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt })
      .where(and(isOwner(tenantId, owner), eq(lineFolders.state, 'writing'))),

  /** The same in the batch that cancels the run: of another run nothing is given up. */
  expireOfCancelled: (tenantId: string, runId: string, expiresAt: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt })
      .where(
        and(
          isOwner(tenantId, runId),
          eq(lineFolders.state, 'writing'),
          sql`EXISTS (SELECT 1 FROM runs r WHERE r.tenant_id = ${tenantId} AND r.id = ${runId} AND r.status = 'cancelled')`,
        ),
      ),
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

  /** Folders whose objects are to be removed, of a tenant or an owner where these are given. */
  toRemove: ({ tenantId, owner, limit }: { tenantId?: string; owner?: string; limit: number }) =>
    db
      .select()
      .from(lineFolders)
      .where(
        and(
          eq(lineFolders.state, 'removing'),
          tenantId === undefined ? undefined : eq(lineFolders.tenantId, tenantId),
          isOf(owner),
        ),
      )
      .limit(limit),

  /** The multipart uploads that began in a folder and may not be complete. */
  uploads: ({ tenantId, folder }: LineFolder) =>
    db
      .select()
      .from(lineUploads)
      .where(and(eq(lineUploads.tenantId, tenantId), eq(lineUploads.folder, folder))),

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

const removing = { state: 'removing', expiresAt: null }

const isFolder = (tenantId: string, folder: string): SQL | undefined =>
  and(eq(lineFolders.tenantId, tenantId), eq(lineFolders.folder, folder))

const isOwner = (tenantId: string, owner: string): SQL | undefined =>
  and(eq(lineFolders.tenantId, tenantId), isOf(owner))

const isOf = (owner: string | undefined): SQL | undefined =>
  owner === undefined ? undefined : eq(lineFolders.owner, owner)

/** Not by LIKE, whose pattern D1 takes up to 50 bytes of. */
const isBelow = (path: string): SQL => sql`substr(${lineFolders.folder}, 1, ${path.length}) = ${path}`
