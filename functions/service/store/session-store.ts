import { type PricingPlan, storedPlan, storedSettings, type TenantSettings } from '@tallystick/schema/key'
import { members, sessions, signIns } from '@tallystick/schema/people-tables'
import { tenantStorage, tenants } from '@tallystick/schema/tables'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Database, queries } from './database.ts'
import { isPresent, type MemberRow } from './member-store.ts'

export type SessionRow = typeof sessions.$inferSelect
export type SignInRow = typeof signIns.$inferSelect

export interface SessionOfMember {
  readonly hash: string
  readonly startedAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly member: MemberRow
  readonly tenantName: string
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  readonly isSuspended: boolean
  readonly storedBytes: number
}

interface SessionTimes {
  readonly now: number
  /** A session that was last used before this time has ended. */
  readonly usedAfter: number
}

/** Undefined also when its member was removed or its tenant deleted. One query, never cached. */
export async function findSession(
  db: D1Database,
  { tenantId, hash }: { readonly tenantId: string; readonly hash: string },
  { now, usedAfter }: SessionTimes,
): Promise<SessionOfMember | undefined> {
  const [row] = await queries(db)
    .select({
      hash: sessions.hash,
      // No two columns may have one name: see counted-database.ts.
      startedAt: sql<number>`${sessions.createdAt}`.as('started_at'),
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
      member: members,
      tenantName: sql<string>`${tenants.name}`.as('tenant_name'),
      plan: tenants.plan,
      settings: tenants.settings,
      suspendedAt: tenants.suspendedAt,
      storedBytes: tenantStorage.storedBytes,
    })
    .from(sessions)
    .innerJoin(
      members,
      and(eq(members.tenantId, tenantId), eq(members.id, sessions.memberId), isNull(members.removedAt)),
    )
    .innerJoin(tenants, and(eq(tenants.id, tenantId), isNull(tenants.deletedAt)))
    .leftJoin(tenantStorage, eq(tenantStorage.tenantId, tenantId))
    .where(
      and(
        eq(sessions.tenantId, tenantId),
        eq(sessions.hash, hash),
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, usedAfter),
      ),
    )
  if (row === undefined) return undefined
  const { plan, settings, suspendedAt, ...others } = row
  return {
    ...others,
    plan: storedPlan.parse(plan),
    settings: storedSettings.parse(JSON.parse(settings)),
    isSuspended: suspendedAt !== null,
    storedBytes: row.storedBytes ?? 0,
  }
}

export const sessionStore = (db: Database) => ({
  /** Stores the session of a member who is still there. */
  insert: (row: SessionRow) =>
    db.insert(sessions).select(sql`
      SELECT ${row.tenantId}, ${row.hash}, ${row.memberId}, ${row.createdAt}, ${row.lastUsedAt}, ${row.expiresAt}
      WHERE ${isPresent(row.tenantId, row.memberId)}`),

  remove: (tenantId: string, hash: string) =>
    db
      .delete(sessions)
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.hash, hash)))
      .returning({ memberId: sessions.memberId }),

  noteUse: (
    tenantId: string,
    hash: string,
    { now, notedAfter }: { readonly now: number; readonly notedAfter: number },
  ) =>
    db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.tenantId, tenantId), eq(sessions.hash, hash), lt(sessions.lastUsedAt, notedAfter))),

  /** Removes sessions of all tenants whose time is over. */
  sweep: (now: number, limit: number) =>
    db.delete(sessions).where(sql`rowid IN (SELECT rowid FROM sessions WHERE expires_at <= ${now} LIMIT ${limit})`),
})

/** Sign-ins that have begun: each comes back once. */
export const signInStore = (db: Database) => ({
  insert: (row: SignInRow) => db.insert(signIns).values(row),

  /** Removes the sign-in and returns it, if its time is not over. */
  take: (hash: string, now: number) =>
    db
      .delete(signIns)
      .where(and(eq(signIns.hash, hash), gt(signIns.expiresAt, now)))
      .returning(),

  sweep: (now: number, limit: number) =>
    db.delete(signIns).where(sql`rowid IN (SELECT rowid FROM sign_ins WHERE expires_at <= ${now} LIMIT ${limit})`),
})
