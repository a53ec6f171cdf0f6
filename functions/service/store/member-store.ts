import { members, sessions } from '@tallystick/schema/people-tables'
import type { Role } from '@tallystick/schema/role'
import { tenants } from '@tallystick/schema/tables'
import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

export type MemberRow = typeof members.$inferSelect

/** Who somebody is at an issuer. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
}

/** Members who were removed are found by none of these. Times are milliseconds since the epoch. */
export const memberStore = (db: Database) => ({
  find: (tenantId: string, id: string) => db.select().from(members).where(isMember(tenantId, id)),

  findAddress: (tenantId: string, address: string) =>
    db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.tenantId, tenantId), eq(members.address, address), isNull(members.removedAt))),

  /** One row if the tenant has an administrator. */
  findAdministrator: (tenantId: string) =>
    db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.tenantId, tenantId), isAdministrator))
      .limit(1),

  /** Newest first, with ids before `before`. */
  page: (tenantId: string, { before, limit }: { readonly before: string; readonly limit: number }) =>
    db
      .select()
      .from(members)
      .where(and(eq(members.tenantId, tenantId), lt(members.id, before), isNull(members.removedAt)))
      .orderBy(desc(members.id))
      .limit(limit),

  /** Changes nothing, and returns no row, where the tenant would be left without an administrator. */
  setRole: (tenantId: string, id: string, role: Role) =>
    db
      .update(members)
      .set({ role })
      .where(and(isMember(tenantId, id), role === 'administrator' ? undefined : staysGoverned(tenantId)))
      .returning({ id: members.id }),

  /** As `setRole`. The row stays under its id. */
  remove: (tenantId: string, id: string, now: number) =>
    db
      .update(members)
      .set({ removedAt: now })
      .where(and(isMember(tenantId, id), staysGoverned(tenantId)))
      .returning({ id: members.id }),

  /** Ends the sessions of a member where `condition` holds. */
  endSessions: (tenantId: string, id: string, condition?: SQL) =>
    db.delete(sessions).where(and(eq(sessions.tenantId, tenantId), eq(sessions.memberId, id), condition)),

  noteSeen: (tenantId: string, id: string, now: number) =>
    db.update(members).set({ lastSeenAt: now }).where(isMember(tenantId, id)),
})

/**
 * The tenants of which somebody is a member, the last one first, at most 100; of `wantedTenant` alone where one is
 * named. It looks in all tenants: like an API key, a person is looked up before the tenant is known.
 */
export const membershipsOf = (db: Database, { issuer, subject, wantedTenant = null }: Memberships) =>
  db
    .select({ member: members, tenantName: sql<string>`${tenants.name}`.as('tenant_name') })
    .from(members)
    .innerJoin(tenants, and(eq(tenants.id, members.tenantId), isNull(tenants.deletedAt)))
    .where(
      and(
        eq(members.issuer, issuer),
        eq(members.subject, subject),
        isNull(members.removedAt),
        wantedTenant === null ? undefined : eq(members.tenantId, wantedTenant),
      ),
    )
    .orderBy(desc(members.lastSeenAt))
    .limit(membershipCountMax)

interface Memberships extends Subject {
  readonly wantedTenant?: string | null
}

const membershipCountMax = 100

const isMember = (tenantId: string, id: string): SQL | undefined =>
  and(eq(members.tenantId, tenantId), eq(members.id, id), isNull(members.removedAt))

export const isAdministrator: SQL | undefined = and(eq(members.role, 'administrator'), isNull(members.removedAt))

/** Whether the tenant has an administrator besides the row that is changed, or the row is of none. */
const staysGoverned = (tenantId: string): SQL => sql`(${members.role} <> 'administrator' OR 1 < (
  SELECT count(*) FROM members m WHERE m.tenant_id = ${tenantId} AND m.role = 'administrator' AND m.removed_at IS NULL))`

/** For statements of other tables. */
export const isPresent = (tenantId: string, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM members m WHERE m.tenant_id = ${tenantId} AND m.id = ${id} AND m.removed_at IS NULL)`

export const isRemovedAt = (tenantId: string, id: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM members m WHERE m.tenant_id = ${tenantId} AND m.id = ${id} AND m.removed_at = ${now})`

export const hasRole = (tenantId: string, id: string, role: Role): SQL =>
  sql`EXISTS (SELECT 1 FROM members m WHERE m.tenant_id = ${tenantId} AND m.id = ${id} AND m.role = ${role})`

/** Whether a batch failed because a member of the tenant has the address, or is the person. */
export const isMemberConflict = (error: unknown): boolean => failsWith(error, /UNIQUE constraint failed: .*members\./)
