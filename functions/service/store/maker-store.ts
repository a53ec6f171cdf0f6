import { members } from '@tallystick/schema/people-tables'
import { apiKeys } from '@tallystick/schema/tables'
import { and, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isAdministrator } from './member-store.ts'

/** A key at the end of a longer chain of keys that made keys counts as its own maker. */
const chainLengthMax = 20

/**
 * The person that an actor counts as: a member; of a key the member who made it, or made the key that made it, and so
 * on. A key that the operator made counts as itself. One query for each key.
 */
export async function makerOf(db: Database, tenantId: string, actorId: string): Promise<string> {
  let maker = actorId
  for (let length = 0; length < chainLengthMax && !maker.startsWith('mbr_'); length += 1) {
    const [key] = await db
      .select({ createdBy: apiKeys.createdBy })
      .from(apiKeys)
      .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, maker)))
    if (key === undefined || key.createdBy === null) return maker
    maker = key.createdBy
  }
  return maker
}

/** Whether the person is an administrator now. One query. */
export async function isAdministratorNow(db: Database, tenantId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.tenantId, tenantId), eq(members.id, id), isAdministrator))
  return rows.length > 0
}
