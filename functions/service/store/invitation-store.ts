import { invitations, members } from '@tallystick/schema/people-tables'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { MemberRow } from './member-store.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** Times are milliseconds since the epoch. */
export const invitationStore = (db: Database) => ({
  insert: (row: InvitationRow) => db.insert(invitations).values(row),

  /** Ends what was not accepted yet of the invitations of an address. */
  endOfAddress: (tenantId: string, address: string, now: number) =>
    db
      .update(invitations)
      .set({ expiresAt: now })
      .where(
        and(
          eq(invitations.tenantId, tenantId),
          eq(invitations.address, address),
          isNull(invitations.memberId),
          gt(invitations.expiresAt, now),
        ),
      ),

  /** The same of the invitations that somebody made who may invite nobody any more, as `condition` says. */
  endOfMaker: (tenantId: string, { memberId, now, condition }: EndOfMaker) =>
    db
      .update(invitations)
      .set({ expiresAt: now })
      .where(
        and(
          eq(invitations.tenantId, tenantId),
          eq(invitations.createdBy, memberId),
          isNull(invitations.memberId),
          gt(invitations.expiresAt, now),
          condition,
        ),
      ),

  /** An invitation that nobody has accepted, and whose time is not over. */
  findOpen: (tenantId: string, hash: string, now: number) =>
    db
      .select()
      .from(invitations)
      .where(isOpen(tenantId, hash, now)),

  /** Gives the invitation to a member, once. */
  accept: (tenantId: string, { hash, memberId, now }: Acceptance) =>
    db
      .update(invitations)
      .set({ memberId })
      .where(isOpen(tenantId, hash, now)),

  /** Makes the member that has accepted the invitation; none where `accept` changed nothing. */
  insertMember: (row: MemberRow) =>
    db.insert(members).select(sql`
      SELECT ${row.tenantId}, ${row.id}, ${row.issuer}, ${row.subject}, ${row.address}, ${row.name}, ${row.role},
        ${row.createdAt}, ${row.lastSeenAt}, NULL
      WHERE EXISTS (SELECT 1 FROM invitations i WHERE i.tenant_id = ${row.tenantId} AND i.member_id = ${row.id})`),
})

interface EndOfMaker {
  readonly memberId: string
  readonly now: number
  readonly condition: SQL
}

interface Acceptance {
  readonly hash: string
  readonly memberId: string
  readonly now: number
}

const isOpen = (tenantId: string, hash: string, now: number): SQL | undefined =>
  and(
    eq(invitations.tenantId, tenantId),
    eq(invitations.hash, hash),
    isNull(invitations.memberId),
    gt(invitations.expiresAt, now),
  )
