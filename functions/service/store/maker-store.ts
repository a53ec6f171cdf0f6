import { members } from '@tallystick/schema/people-tables'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isAdministrator } from './member-store.ts'

/** A key at the end of a longer chain of keys that made keys has no known maker: it counts as the operator's. */
const chainLengthMax = 20

/** The person behind every key that the operator made. */
const operator = 'operator'

interface Maker {
  readonly actor: string
  readonly maker: string
  /** Of a member, also of one who was removed; null for a key that the operator made. */
  readonly address: string | null
}

/**
 * The person that each actor counts as: a member; of a key the member who made it, or made the key that made it, and so
 * on. A key that the operator made counts as itself. One query.
 */
export async function makersOf(db: Database, tenantId: string, actors: readonly string[]): Promise<readonly Maker[]> {
  const rows = await db.all<Maker & { readonly length: number }>(sql`
    WITH RECURSIVE chain(actor, maker, length) AS (
      SELECT each.value, each.value, 0 FROM json_each(${JSON.stringify(actors)}) each
      UNION ALL
      SELECT chain.actor, k.created_by, chain.length + 1 FROM chain
      JOIN api_keys k ON k.tenant_id = ${tenantId} AND k.id = chain.maker
      WHERE k.created_by IS NOT NULL AND chain.length < ${chainLengthMax})
    SELECT chain.actor AS actor, chain.maker AS maker, m.address AS address, max(chain.length) AS length FROM chain
    LEFT JOIN members m ON m.tenant_id = ${tenantId} AND m.id = chain.maker
    GROUP BY chain.actor`)
  return rows.map(({ actor, maker, address }) => ({ actor, maker, address }))
}

export async function makerOf(db: Database, tenantId: string, actor: string): Promise<string> {
  const [found] = await makersOf(db, tenantId, [actor])
  return found?.maker ?? actor
}

/**
 * Names the person behind each actor, one name a person: by address, since a member who was removed and invited again,
 * at another issuer, is the same person under another id. Keys that no member made count as one person together: whoever
 * operates the service can make as many as needed.
 */
export async function personsOf(
  db: Database,
  tenantId: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const makers = await makersOf(db, tenantId, [...new Set(actors)])
  return new Map(makers.map(({ actor, address }) => [actor, address ?? operator]))
}

/** Whether the person is an administrator now. One query. */
export async function isAdministratorNow(db: Database, tenantId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.tenantId, tenantId), eq(members.id, id), isAdministrator))
  return rows.length > 0
}
