import { and, type SQL, sql } from 'drizzle-orm'
import { failsWith } from './storage-fault.ts'

interface RunGuard {
  readonly tenantId: string
  readonly datasetIds: readonly string[]
  /** For a run in pieces: how many unfinished runs the tenant may have, including this one. */
  readonly unfinishedCountMax: number | undefined
}

/** `queued` if the guard holds, else NULL, which the table forbids. See `isRunConflict`. */
export function queuedIf({ tenantId, datasetIds, unfinishedCountMax }: RunGuard): SQL {
  const sealed = datasetIds.map(
    (id) =>
      sql`EXISTS (SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = ${id} AND d.state = 'sealed')`,
  )
  const few =
    unfinishedCountMax === undefined
      ? []
      : [
          sql`(SELECT count(*) FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status IN ('queued', 'running') AND r.in_pieces = 1) < ${unfinishedCountMax}`,
        ]
  return sql`CASE WHEN ${and(sql`true`, ...sealed, ...few)} THEN 'queued' END`
}

/** Whether a batch failed because the guard of a run did not hold. */
export const isRunConflict = (error: unknown): boolean => failsWith(error, /NOT NULL constraint failed: runs\.status/i)
