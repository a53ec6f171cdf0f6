import { tenantLogs } from '@tallystick/schema/log-tables'
import { datasets, runs } from '@tallystick/schema/tables'
import { deliveries } from '@tallystick/schema/webhook-tables'
import { and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isIn } from './delivery-store.ts'
import { type LogHealth, logHealthOf, logHealthStatements } from './log-health.ts'
import { startsInRow } from './run-attempts.ts'

/** The most rows that one statement counts: metrics are read often, and must not cost more with a longer history. */
const countedRowsMax = 10_000

/** Figures of a whole database, the same for every isolate. No count exceeds `countedRowsMax`. */
interface ServiceState {
  readonly unfinished: readonly { readonly status: string; readonly count: number; readonly oldestAt: number | null }[]
  /** Running runs that were started more than once, and may have killed an executor. */
  readonly suspectCount: number
  readonly completedCount: number
  readonly failed: readonly { readonly code: string | null; readonly count: number }[]
  readonly datasets: { readonly count: number; readonly records: number | null; readonly bytes: number | null }
  readonly receivingCount: number
  /** Logs whose newest size is not in the index, according to their rows. */
  readonly unindexedCount: number
  /** When the delivery that waits longest had to go on the queue, in milliseconds since the epoch; null where none waits. */
  readonly deliveryDueAt: number | null
  /** Deliveries that were given up since `since`. */
  readonly deadCount: number
  readonly logs: LogHealth
}

/** The state of one database. Counts completed and failed runs, datasets and dead deliveries only since `since`. One round trip. */
export async function readServiceState(db: Database, since: number): Promise<ServiceState> {
  const [unfinished, suspects, completed, failed, [stored], receiving, unindexed, [due], dead, ...logs] =
    await db.batch(serviceStatements(db, since))
  return {
    unfinished,
    suspectCount: suspects[0]?.count ?? 0,
    completedCount: completed[0]?.count ?? 0,
    failed,
    datasets: stored ?? { count: 0, records: 0, bytes: 0 },
    receivingCount: receiving[0]?.count ?? 0,
    unindexedCount: unindexed[0]?.count ?? 0,
    deliveryDueAt: due?.at ?? null,
    deadCount: dead[0]?.count ?? 0,
    logs: logHealthOf(logs),
  }
}

/** The statements of `readServiceState`, over all tenants of the database. */
export function serviceStatements(db: Database, since: number) {
  const unfinished = db
    .select({ status: runs.status, createdAt: runs.createdAt })
    .from(runs)
    .where(inArray(runs.status, ['queued', 'running']))
    .limit(countedRowsMax)
    .as('unfinished')
  const failed = db
    // A failure whose JSON is corrupt has no code.
    .select({
      code: sql<string | null>`CASE WHEN json_valid(${runs.failure}) THEN ${runs.failure} ->> '$.code' END`.as('code'),
    })
    .from(runs)
    .where(startedSince('failed', since))
    .limit(countedRowsMax)
    .as('failed')
  const stored = db
    .select({ records: datasets.recordCount, bytes: datasets.byteCount })
    .from(datasets)
    .where(and(eq(datasets.state, 'sealed'), gt(datasets.createdAt, since)))
    .limit(countedRowsMax)
    .as('stored')
  return [
    db
      .select({ status: unfinished.status, count: count(), oldestAt: sql<number | null>`min(${unfinished.createdAt})` })
      .from(unfinished)
      .groupBy(unfinished.status),
    counted(
      db,
      db
        .select({ one })
        .from(runs)
        .where(and(eq(runs.status, 'running'), sql`${startsInRow} > 1`))
        .limit(countedRowsMax),
    ),
    counted(db, db.select({ one }).from(runs).where(startedSince('completed', since)).limit(countedRowsMax)),
    db.select({ code: failed.code, count: count() }).from(failed).groupBy(sql`${failed.code}`),
    db
      .select({
        count: count(),
        records: sql<number | null>`sum(${stored.records})`,
        bytes: sql<number | null>`sum(${stored.bytes})`,
      })
      .from(stored),
    counted(db, db.select({ one }).from(datasets).where(eq(datasets.state, 'receiving')).limit(countedRowsMax)),
    counted(db, db.select({ one }).from(tenantLogs).where(unindexed).limit(countedRowsMax)),
    ...deliveryStatements(db, since),
    ...logHealthStatements(db),
  ] as const
}

const deliveryStatements = (db: Database, since: number) =>
  [
    db
      .select({ at: sql<number | null>`min(${deliveries.queueAt})` })
      .from(deliveries)
      .where(isIn('pending')),
    counted(
      db,
      db
        .select({ one })
        .from(deliveries)
        .where(and(isIn('dead'), gt(deliveries.dueAt, since)))
        .limit(countedRowsMax),
    ),
  ] as const

const one = sql<number>`1`.as('one')

/** SQLite uses the partial index only for exactly this condition. */
const unindexed = sql`${tenantLogs.size} <> ${tenantLogs.indexedSize} AND ${tenantLogs.indexDueAt} >= 0`

/** `leaseUntil` stands in for the time of the last start: an ended run keeps it, and an index covers it. */
const startedSince = (status: 'completed' | 'failed', since: number): SQL | undefined =>
  and(eq(runs.status, status), gt(runs.leaseUntil, since))

const counted = (db: Database, rows: { as(alias: 'rows'): Parameters<ReturnType<Database['select']>['from']>[0] }) =>
  db.select({ count: count() }).from(rows.as('rows'))
