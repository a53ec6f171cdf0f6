import { memberName, storedIssuers } from '@tallystick/schema/member'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventBy, storeEvent } from '../../http/audit-event.ts'
import { ProblemError } from '../../http/problem.ts'
import { createId } from '../../platform/ids.ts'
import { auditStore } from '../../store/audit-store.ts'
import { catalogOf, databaseOf, queries } from '../../store/database.ts'
import { type InvitationRow, invitationStore } from '../../store/invitation-store.ts'
import { isMemberConflict, isPresent, type MemberRow, membershipsOf } from '../../store/member-store.ts'
import type { SignInRow } from '../../store/session-store.ts'
import { tenantStore } from '../../store/tenant-store.ts'
import { beginSession } from './member-session.ts'
import type { Person } from './open-id.ts'

type Wish = Pick<SignInRow, 'wantedTenant' | 'invitation'>

/**
 * Begins a session of the person whom an issuer let in: of the member that accepts the invitation, or of the member that
 * the person is, in the tenant wanted or else in the last one. Throws `invitation_refused` and `not_a_member`, and notes
 * both in the tenant that was wanted.
 */
export async function admit(c: Context<AppEnv>, person: Person, wish: Wish): Promise<void> {
  try {
    const member = wish.invitation === null ? await knownMember(c, person, wish) : await newMember(c, person, wish)
    await beginSession(c, member, { issuer: person.issuer })
  } catch (error) {
    if (error instanceof ProblemError && wish.wantedTenant !== null)
      await noteRefusal(c, wish.wantedTenant, { person, error })
    throw error
  }
}

/** The issuers from which the invitation is accepted; undefined without one. Throws `invitation_refused`. */
export async function issuersOfInvitation(c: Context<AppEnv>, wish: Wish): Promise<readonly string[] | undefined> {
  return wish.invitation === null ? undefined : issuersIn(await openInvitation(c, wish))
}

async function knownMember(c: Context<AppEnv>, person: Person, { wantedTenant }: Wish): Promise<MemberRow> {
  const memberships = await membershipsOf(queries(catalogOf(c.env)), person)
  const found = memberships.find(({ member }) => wantedTenant === null || member.tenantId === wantedTenant)
  if (found === undefined) throw new ProblemError('not_a_member')
  return found.member
}

async function newMember(c: Context<AppEnv>, person: Person, wish: Wish): Promise<MemberRow> {
  const invitation = await openInvitation(c, wish)
  if (!issuersIn(invitation).includes(person.issuer)) throw refused('It is not accepted from this issuer.')
  if (person.verifiedAddress === undefined) throw refused('The issuer does not say that the address is verified.')
  if (person.verifiedAddress !== invitation.address) throw refused('It is for another address.')
  const now = c.var.isolate.now()
  const member: MemberRow = {
    tenantId: invitation.tenantId,
    id: createId('mbr', now),
    issuer: person.issuer,
    subject: person.subject,
    address: invitation.address,
    name: memberName(person.name, invitation.address),
    role: invitation.role,
    createdAt: now,
    lastSeenAt: now,
    removedAt: null,
  }
  await acceptInvitation(c, invitation, member)
  return member
}

/** One batch: of two sign-ins with the same invitation one is refused. */
async function acceptInvitation(c: Context<AppEnv>, { id, hash }: InvitationRow, member: MemberRow): Promise<void> {
  const { tenantId, address, role, issuer, name } = member
  const db = queries(databaseOf(c.env, tenantId))
  const store = invitationStore(db)
  const act = {
    action: 'member.joined',
    subject: member.id,
    details: { address, role, issuer, invitation: id },
  } as const
  const event = eventBy(c, { tenantId, kind: 'member', id: member.id, name }, act)
  try {
    const [, made] = await db.batch([
      store.accept(tenantId, { hash, memberId: member.id, now: member.createdAt }),
      store.insertMember(member),
      auditStore(db).insertIf(event, isPresent(tenantId, member.id)),
    ])
    if (made.meta.changes === 0) throw refused('It was used, or is over.')
  } catch (error) {
    if (isMemberConflict(error)) throw refused('This person, or this address, is a member already.')
    throw error
  }
}

async function openInvitation(c: Context<AppEnv>, { wantedTenant, invitation }: Wish): Promise<InvitationRow> {
  const tenantId = wantedTenant ?? ''
  const store = invitationStore(queries(databaseOf(c.env, tenantId)))
  const [found] = await store.findOpen(tenantId, invitation ?? '', c.var.isolate.now())
  if (found === undefined) throw refused('It was used, or is over.')
  return found
}

const issuersIn = ({ issuers }: InvitationRow): readonly string[] => storedIssuers.parse(JSON.parse(issuers))

const refused = (detail: string) =>
  new ProblemError('invitation_refused', { detail: `The invitation is refused. ${detail}` })

interface Refusal {
  readonly person: Person
  readonly error: ProblemError
}

/** Only for a tenant that there is: a visitor may name any. */
async function noteRefusal(c: Context<AppEnv>, tenantId: string, { person, error }: Refusal): Promise<void> {
  const { issuer, subject, verifiedAddress } = person
  const details = {
    code: error.code,
    issuer,
    subject,
    ...(verifiedAddress !== undefined && { address: verifiedAddress }),
  }
  const event = eventBy(c, { tenantId, kind: 'visitor' }, { action: 'session.refused', details })
  if (await tenantStore(databaseOf(c.env, tenantId)).exists(tenantId)) await storeEvent(c, event)
}
