import { tenants } from '@tallystick/schema/tables'
import { tenantUsage } from '@tallystick/schema/usage-tables'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Statements about what tenants made, month by month. Triggers count it. */
export const usageStore = (db: Database) => ({
  /** Of all tenants, or of all in `month`, in the order of tenants and months. */
  page: ({ after, month, limit }: UsagePage) =>
    db
      .select({ ...getTableColumns(tenantUsage), name: tenants.name, plan: tenants.plan })
      .from(tenantUsage)
      .leftJoin(tenants, eq(tenants.id, tenantUsage.tenantId))
      .where(
        and(
          sql`(${tenantUsage.tenantId}, ${tenantUsage.month}) > (${after.tenantId}, ${after.month})`,
          month === undefined ? undefined : eq(tenantUsage.month, month),
        ),
      )
      .orderBy(asc(tenantUsage.tenantId), asc(tenantUsage.month))
      .limit(limit),

  remove: (tenantId: string) => db.delete(tenantUsage).where(eq(tenantUsage.tenantId, tenantId)),
})

interface UsagePlace {
  readonly tenantId: string
  readonly month: string
}

interface UsagePage {
  /** Where the page before ended. */
  readonly after: UsagePlace
  readonly month: string | undefined
  readonly limit: number
}

export type UsageRow = Awaited<ReturnType<ReturnType<typeof usageStore>['page']>>[number]
