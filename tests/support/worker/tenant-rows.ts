import { env } from 'cloudflare:workers'
import { at } from '@tallystick/engine/base'
import { tableNames } from './own-stores.ts'

/** How many rows each table with tenants has of one. */
export type RowCounts = Readonly<Record<string, number>>

let tables: Promise<readonly string[]> | undefined

export async function rowCountsOf(tenantId: string): Promise<RowCounts> {
  tables ??= tablesOfTenants()
  const names = await tables
  const answers = await env.DB.batch<{ count: number }>(
    names.map((name) => env.DB.prepare(`SELECT count(*) AS count FROM ${name} WHERE tenant_id = ?`).bind(tenantId)),
  )
  return Object.fromEntries(names.map((name, index) => [name, at(answers, index).results[0]?.count ?? 0]))
}

/** The rows more than `before`, by table; tables without a difference are left out. */
export const rowsBeyond = (before: RowCounts, after: RowCounts): RowCounts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([table, count]) => [table, count - (before[table] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  )

async function tablesOfTenants(): Promise<readonly string[]> {
  const names = await tableNames(env.DB)
  const columns = await env.DB.batch<{ name: string }>(
    names.map((name) => env.DB.prepare(`PRAGMA table_info(${name})`)),
  )
  return names.filter((_, index) => at(columns, index).results.some(({ name }) => name === 'tenant_id'))
}
