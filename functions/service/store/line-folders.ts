import { lineFolders, lineUploads } from '@tallystick/schema/folder-tables'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { folderRemovals, isFolder, isOf, removing } from './folder-removals.ts'
import { folderPath } from './object-names.ts'
import { type Attempt, isRunning } from './run-transitions.ts'

export interface FolderName {
  readonly folder: string
  readonly owner: string
}

export const datasetFolder = (tenantId: string, datasetId: string, part = ''): string =>
  folderPath({ kind: 'datasets', tenantId, owner: datasetId, part })

/** A new folder each time, so that an earlier execution that still writes does no harm. */
export const readingFolder = (tenantId: string, datasetId: string): string =>
  datasetFolder(tenantId, datasetId, `${crypto.randomUUID()}/`)

export const runFolder = (tenantId: string, { runId, attempt }: Attempt): string =>
  folderPath({ kind: 'runs', tenantId, owner: runId, part: `${attempt}/` })

/** A writer that is silent for this long counts as dead, and its folder is removed. */
export const writerMilliseconds = 3_600_000

/**
 * A folder is `writing`, then `kept`. It is `removing` once it was not kept in time or its owner was deleted, until its
 * objects are gone.
 */
export const folderStore = (db: Database) => ({
  ...writerStatements(db),
  ...expiryStatements(db),
  ...folderRemovals(db),
})

const writerStatements = (db: Database) => ({
  /** Stores a folder before its first object. A repeated step prolongs the life of the folder. */
  begin: (tenantId: string, { folder, owner }: FolderName, now: number) =>
    db
      .insert(lineFolders)
      .values({ tenantId, folder, owner, state: 'writing', expiresAt: now + writerMilliseconds })
      .onConflictDoUpdate({
        target: [lineFolders.tenantId, lineFolders.folder],
        set: { expiresAt: now + writerMilliseconds },
        setWhere: eq(lineFolders.state, 'writing'),
      }),

  touch: (tenantId: string, folder: string, now: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt: now + writerMilliseconds })
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'writing'))),

  /** Prolongs the life of the folders of a run that is running under the attempt. */
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

  /** Keeps a complete folder. Goes into the batch that makes its lines visible. */
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
  /** Marks a folder without a live writer for removal. */
  giveUpFolder: (tenantId: string, folder: string) =>
    db
      .update(lineFolders)
      .set(removing)
      .where(and(isFolder(tenantId, folder), eq(lineFolders.state, 'writing'))),

  /** Sets when the unfinished folders of a run or dataset expire. */
  expire: (tenantId: string, owner: string, expiresAt: number) =>
    db
      .update(lineFolders)
      .set({ expiresAt })
      .where(and(isOwner(tenantId, owner), eq(lineFolders.state, 'writing'))),

  /** Lets the unfinished folders of a run expire if the run is cancelled. Goes into the batch that cancels the run. */
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

/** Not a LIKE, whose pattern may have only 50 bytes in D1. */
const isBelow = (path: string): SQL => sql`substr(${lineFolders.folder}, 1, ${path.length}) = ${path}`
