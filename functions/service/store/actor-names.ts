import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** The names of members and keys by their ids, those of members who were removed as well. One query. */
export async function namesOfActors(
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = JSON.stringify([...new Set(ids)])
  const rows = await db.all<{ readonly id: string; readonly name: string }>(sql`
    SELECT m.id AS id, m.name AS name FROM json_each(${wanted}) each
    CROSS JOIN members m ON m.tenant_id = ${tenantId} AND m.id = each.value
    UNION ALL
    SELECT k.id AS id, k.name AS name FROM json_each(${wanted}) each
    CROSS JOIN api_keys k ON k.tenant_id = ${tenantId} AND k.id = each.value`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
