import { lineFolders, lineUploads } from '@tallystick/schema/folder-tables'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { folderRemovals, isFolder, isOf, removing } from './folder-removals.ts'
import { folderPath } from './object-names.ts'
import { type Attempt, isRunning } from './run-transitions.ts'

/** Names a folder of a tenant: see `datasetFolder` and `runFolder`. */
export interface FolderName {
  /** Its path. */
  readonly folder: string
  /** The id of the dataset or run. */
  readonly owner: string
}

/** The folder of the objects of a dataset that came in one request. */
export const datasetFolder = (tenantId: string, datasetId: string, part = ''): string =>
  folderPath({ kind: 'datasets', tenantId, owner: datasetId, part })

/** A folder for one execution of the reading of an upload: whatever another still writes, is not in this one. */
export const readingFolder = (tenantId: string, datasetId: string): string =>
  datasetFolder(tenantId, datasetId, `${crypto.randomUUID()}/`)

/** The folder of the objects of an attempt of a run. */
export const runFolder = (tenantId: string, { runId, attempt }: Attempt): string =>
  folderPath({ kind: 'runs', tenantId, owner: runId, part: `${attempt}/` })

/** A writer that was not heard of for so long is dead, and its folder is removed. */
export const writerMilliseconds = 3_600_000

/**
 * Statements on the folders that hold lines in R2, for the caller to await or to put into a batch. A folder is `writing`
 * until it is `kept`; whatever is not kept in time, and what is deleted, is `removing` until its objects are gone.
 */
export const folderStore = (db: Database) => ({
  ...writerStatements(db),
  ...expiryStatements(db),
  ...folderRemovals(db),
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

const isOwner = (tenantId: string, owner: string): SQL | undefined =>
  and(eq(lineFolders.tenantId, tenantId), isOf(owner))

/** Not by LIKE, whose pattern D1 takes up to 50 bytes of. */
const isBelow = (path: string): SQL => sql`substr(${lineFolders.folder}, 1, ${path.length}) = ${path}`
