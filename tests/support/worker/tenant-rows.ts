import { env } from 'cloudflare:workers'
import { at } from '@tallystick/engine/base'
import { tableNames } from './own-stores.ts'
import { objectKeys } from './stored-objects.ts'

/** How many rows each table with tenants has of one, those in each state by themselves, and its objects of lines. */
export type RowCounts = Readonly<Record<string, number>>

interface TenantTable {
  readonly name: string
  /** The columns that say in which state a row is. */
  readonly states: readonly string[]
}

const stateColumns = ['state', 'status', 'role', 'settings_version', 'policy_version', 'edition', 'revision']

let tables: Promise<readonly TenantTable[]> | undefined

export async function rowCountsOf(tenantId: string): Promise<RowCounts> {
  tables ??= tablesOfTenants()
  const known = await tables
  const answers = await env.DB.batch<{ state: string; count: number }>(
    known.map(({ name, states }) => {
      const state = states.length === 0 ? "''" : states.map((column) => `' ' || coalesce(${column}, '')`).join(' || ')
      return env.DB.prepare(
        `SELECT ${state} AS state, count(*) AS count FROM ${name} WHERE tenant_id = ? GROUP BY 1`,
      ).bind(tenantId)
    }),
  )
  const rows = known.flatMap(({ name }, index) =>
    at(answers, index).results.map(({ state, count }) => [`${name}${state}`, count] as const),
  )
  return Object.fromEntries([...rows, ['objects', (await objectKeys(tenantId)).length]])
}

/** What there is more than \`before\`, or less; what does not differ is left out. */
export const rowsBeyond = (before: RowCounts, after: RowCounts): RowCounts =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  )

async function tablesOfTenants(): Promise<readonly TenantTable[]> {
  const names = await tableNames(env.DB)
  const columns = await env.DB.batch<{ name: string }>(
    names.map((name) => env.DB.prepare(`PRAGMA table_info(${name})`)),
  )
  return names.flatMap((name, index) => {
    const own = at(columns, index).results.map((column) => column.name)
    return own.includes('tenant_id') ? [{ name, states: own.filter((column) => stateColumns.includes(column)) }] : []
  })
}
