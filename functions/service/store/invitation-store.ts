import { invitations, members } from '@tallystick/schema/people-tables'
import { tenants } from '@tallystick/schema/tables'
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { MemberRow } from './member-store.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** Times are milliseconds since the epoch. */
export const invitationStore = (db: Database) => ({ ...readers(db), ...enders(db), ...makers(db) })

const enders = (db: Database) => ({
  /** Ends what was not accepted yet of the invitations of an address. */
  endOfAddress: (tenantId: string, address: string) =>
    db
      .update(invitations)
      .set({ expiresAt: ended })
      .where(and(eq(invitations.tenantId, tenantId), eq(invitations.address, address), isNull(invitations.memberId))),

  /** The same of the invitations that somebody made who may invite nobody any more, as `condition` says. */
  endOfMaker: (tenantId: string, { memberId, condition }: EndOfMaker) =>
    db
      .update(invitations)
      .set({ expiresAt: ended })
      .where(
        and(
          eq(invitations.tenantId, tenantId),
          eq(invitations.createdBy, memberId),
          isNull(invitations.memberId),
          condition,
        ),
      ),

  /** Ends one that may be accepted, and returns no row for any other. */
  end: (tenantId: string, id: string, now: number) =>
    db
      .update(invitations)
      .set({ expiresAt: ended })
      .where(and(isOpen(tenantId, now), eq(invitations.id, id)))
      .returning({ id: invitations.id }),
})

const readers = (db: Database) => ({
  /** Those that may be accepted, newest first, with ids before `before`. */
  page: (tenantId: string, { now, before, limit }: OpenPage) =>
    db
      .select()
      .from(invitations)
      .where(and(isOpen(tenantId, now), lt(invitations.id, before)))
      .orderBy(desc(invitations.id))
      .limit(limit),

  find: (tenantId: string, id: string, now: number) =>
    db
      .select()
      .from(invitations)
      .where(and(isOpen(tenantId, now), eq(invitations.id, id))),

  /** An invitation that may be accepted, unless its tenant is suspended. */
  findOpen: (tenantId: string, hash: string, now: number) =>
    db
      .select({
        invitation: invitations,
        tenantName: sql<string>`${tenants.name}`.as('tenant_name'),
        suspendedAt: tenants.suspendedAt,
      })
      .from(invitations)
      .innerJoin(tenants, and(eq(tenants.id, tenantId), isNull(tenants.deletedAt)))
      .where(and(isOpen(tenantId, now), eq(invitations.hash, hash))),
})

const makers = (db: Database) => ({
  insert: (row: InvitationRow) => db.insert(invitations).values(row),

  /** Gives the invitation to a member, once, where its tenant is neither suspended nor deleted. */
  accept: (tenantId: string, { hash, memberId, now }: Acceptance) =>
    db
      .update(invitations)
      .set({ memberId })
      .where(and(isOpen(tenantId, now), eq(invitations.hash, hash), isServed(tenantId))),

  /** Makes the member that has accepted the invitation; none where `accept` changed nothing. */
  insertMember: (row: MemberRow) =>
    db.insert(members).select(sql`
      SELECT ${row.tenantId}, ${row.id}, ${row.issuer}, ${row.subject}, ${row.address}, ${row.name}, ${row.role},
        ${row.createdAt}, ${row.lastSeenAt}, NULL
      WHERE EXISTS (SELECT 1 FROM invitations i WHERE i.tenant_id = ${row.tenantId} AND i.member_id = ${row.id})`),
})

interface OpenPage {
  readonly now: number
  readonly before: string
  readonly limit: number
}

interface EndOfMaker {
  readonly memberId: string
  readonly condition: SQL
}

interface Acceptance {
  readonly hash: string
  readonly memberId: string
  readonly now: number
}

const isOpen = (tenantId: string, now: number): SQL | undefined =>
  and(
    eq(invitations.tenantId, tenantId),
    isNull(invitations.memberId),
    gt(invitations.expiresAt, now),
    isBacked(tenantId),
  )

/**
 * Whether its maker may still invite: an administrator; an administrator's key that is not revoked; or the operator,
 * while the tenant has no administrator.
 */
const isBacked = (tenantId: string): SQL => sql`(invitations.created_by IS NOT NULL) = EXISTS (
  SELECT 1 FROM members m WHERE m.tenant_id = ${tenantId} AND m.role = 'administrator' AND m.removed_at IS NULL
  AND (invitations.created_by IS NULL OR m.id = invitations.created_by OR m.id = (
    SELECT k.created_by FROM api_keys k
    WHERE k.tenant_id = ${tenantId} AND k.id = invitations.created_by AND k.revoked_at IS NULL)))`

const isServed = (tenantId: string): SQL => sql`EXISTS (
  SELECT 1 FROM tenants t WHERE t.id = ${tenantId} AND t.deleted_at IS NULL AND t.suspended_at IS NULL)`

/** Before any clock, also of a Worker whose clock is behind. */
const ended = 0

/** For statements of other tables. */
export const isEnded = (tenantId: string, id: string): SQL => sql`EXISTS (
  SELECT 1 FROM invitations i
  WHERE i.tenant_id = ${tenantId} AND i.id = ${id} AND i.member_id IS NULL AND i.expires_at = ${ended})`
