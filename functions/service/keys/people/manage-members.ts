import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type MemberRecord, type SessionRecord, scopesOfRole } from '@tallystick/schema/member'
import { type Role, storedRole } from '@tallystick/schema/role'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventOf } from '../../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../../http/cursor.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireScope } from '../../http/scopes.ts'
import { auditStore } from '../../store/audit-store.ts'
import { catalogOf, type Database, databaseOf, queries } from '../../store/database.ts'
import { invitationStore } from '../../store/invitation-store.ts'
import { hasRole, isRemovedAt, type MemberRow, memberStore, membershipsOf } from '../../store/member-store.ts'
import type { SessionOfMember } from '../../store/session-store.ts'

/** Sorts after every id. */
const behindAll = 'mbr_~'

/** The members of the tenant, newest first. Throws `invalid_cursor`. One query. */
export async function listMembers(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<MemberRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'members']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await memberStore(dbOf(c)).page(tenantId, { before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: memberRecordOf })
}

/**
 * It holds at once. Throws `member_not_found`, `last_administrator`, and `scope_insufficient` for a key without the
 * scopes of both roles.
 */
export async function changeRole(c: Context<AppEnv>, id: string, role: Role): Promise<MemberRecord> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const member = await knownMember(c, id)
  const { address, role: before } = member
  requireScope(c, ...scopesOfRole(storedRole.parse(before)), ...scopesOfRole(role))
  const event = eventOf(c, { action: 'member.changed', subject: id, details: { address, before, role } })
  const [changed] = await db.batch([
    memberStore(db).setRole(tenantId, id, role),
    auditStore(db).insertIf(event, hasRole(tenantId, id, role)),
    ...(role === 'administrator'
      ? []
      : [invitationStore(db).endOfMaker(tenantId, { memberId: id, condition: hasRole(tenantId, id, role) })]),
  ])
  if (changed.length === 0) throw await whyUnchanged(c, id)
  return memberRecordOf({ ...member, role })
}

/**
 * Ends the sessions of the member and the open invitations that the member made, at once. Throws `member_not_found`,
 * `last_administrator`, and `scope_insufficient` for a key without the scopes of the member's role.
 */
export async function removeMember(c: Context<AppEnv>, id: string): Promise<void> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const { address, role } = await knownMember(c, id)
  requireScope(c, ...scopesOfRole(storedRole.parse(role)))
  const now = c.var.isolate.now()
  const event = eventOf(c, { action: 'member.removed', subject: id, details: { address, role } })
  const condition = isRemovedAt(tenantId, id, now)
  const [removed] = await db.batch([
    memberStore(db).remove(tenantId, id, now),
    memberStore(db).endSessions(tenantId, id, condition),
    invitationStore(db).endOfMaker(tenantId, { memberId: id, condition }),
    auditStore(db).insertIf(event, condition),
  ])
  if (removed.length === 0) throw await whyUnchanged(c, id)
}

/**
 * Ends all sessions of the member at once: the member may sign in again. Throws `member_not_found`, and
 * `scope_insufficient` for a key without the scopes of the member's role.
 */
export async function signOutMember(c: Context<AppEnv>, id: string): Promise<void> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const { address, role } = await knownMember(c, id)
  requireScope(c, ...scopesOfRole(storedRole.parse(role)))
  const event = eventOf(c, { action: 'member.signed_out', subject: id, details: { address } })
  await db.batch([memberStore(db).endSessions(tenantId, id), auditStore(db).insert(event)])
}

/** The session with its member, and the tenants of this person. One query. */
export async function sessionRecordOf(
  c: Context<AppEnv>,
  { member, tenantName, plan, startedAt, expiresAt }: SessionOfMember,
): Promise<SessionRecord> {
  const memberships = await membershipsOf(queries(catalogOf(c.env)), member)
  return {
    member: memberRecordOf(member),
    tenant: { id: member.tenantId, name: tenantName, plan },
    scopes: [...c.var.identity.scopes],
    startedAt: timestampOf(startedAt),
    expiresAt: timestampOf(expiresAt),
    tenants: memberships.map((each) => ({ id: each.member.tenantId, name: each.tenantName })),
  }
}

export const memberRecordOf = (member: MemberRow): MemberRecord => ({
  id: member.id,
  address: member.address,
  name: member.name,
  role: storedRole.parse(member.role),
  issuer: member.issuer,
  subject: member.subject,
  createdAt: timestampOf(member.createdAt),
  lastSeenAt: timestampOf(member.lastSeenAt),
})

async function knownMember(c: Context<AppEnv>, id: string): Promise<MemberRow> {
  const [found] = await memberStore(dbOf(c)).find(c.var.identity.tenantId, id)
  if (found === undefined) throw new ProblemError('member_not_found')
  return found
}

/** The member was removed meanwhile, or is the last administrator. */
async function whyUnchanged(c: Context<AppEnv>, id: string): Promise<ProblemError> {
  await knownMember(c, id)
  return new ProblemError('last_administrator')
}

const dbOf = (c: Context<AppEnv>): Database => queries(databaseOf(c.env, c.var.identity.tenantId))
