import { indexCheckpoints } from '@tallystick/schema/index-tables'
import { tenantLogs } from '@tallystick/schema/log-tables'
import { and, count, desc, gt, gte, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { type Database, everyDatabaseOf, queries } from './database.ts'

export interface LogHealth {
  readonly diverged: number
  readonly unpublished: number
  readonly setAside: readonly { readonly reason: string | null; readonly count: number }[]
  /** When the newest checkpoint of the index was signed; null before the first. */
  readonly indexSignedAt: number | null
}

/**
 * The statements whose answers `logHealthOf` takes, over all tenants. Each reads only rows of a partial index, or one
 * row.
 */
export const logHealthStatements = (db: Database) =>
  [
    countWhere(db, isNotNull(tenantLogs.diverged)),
    countWhere(db, isNotNull(tenantLogs.unpublished)),
    db
      .select({ reason: reason.as('reason'), count: count() })
      .from(tenantLogs)
      .where(and(anyTenant, isNotNull(tenantLogs.setAside)))
      .groupBy(sql`1`),
    db
      .select({ createdAt: indexCheckpoints.createdAt })
      .from(indexCheckpoints)
      .where(gt(indexCheckpoints.size, 0))
      .orderBy(desc(indexCheckpoints.size))
      .limit(1),
  ] as const

export const logHealthOf = ([diverged, unpublished, setAside, [newest]]: readonly [
  readonly { readonly count: number }[],
  readonly { readonly count: number }[],
  LogHealth['setAside'],
  readonly { readonly createdAt: number }[],
]): LogHealth => ({
  diverged: diverged[0]?.count ?? 0,
  unpublished: unpublished[0]?.count ?? 0,
  setAside,
  indexSignedAt: newest?.createdAt ?? null,
})

/** The state of the logs in all databases. Rejects when one does not answer or has not been migrated. */
export async function readLogHealth(env: Env): Promise<LogHealth> {
  const all = await Promise.all(
    everyDatabaseOf(env).map(async (database) => {
      const db = queries(database)
      return logHealthOf(await db.batch(logHealthStatements(db)))
    }),
  )
  const signed = all.flatMap(({ indexSignedAt }) => indexSignedAt ?? [])
  return {
    diverged: all.reduce((sum, { diverged }) => sum + diverged, 0),
    unpublished: all.reduce((sum, { unpublished }) => sum + unpublished, 0),
    setAside: all.flatMap(({ setAside }) => setAside),
    indexSignedAt: signed.length === 0 ? null : Math.max(...signed),
  }
}

/** A condition that always holds: it makes SQLite search the partial index of the other condition. */
const anyTenant = gte(tenantLogs.tenantId, '')

const countWhere = (db: Database, condition: SQL) =>
  db.select({ count: count() }).from(tenantLogs).where(and(anyTenant, condition))

/** The reason for setting a log aside; null where its JSON is corrupt. */
const reason = sql<
  string | null
>`CASE WHEN json_valid(${tenantLogs.setAside}) THEN ${tenantLogs.setAside} ->> '$.reason' END`
