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
import { newSession } from './member-session.ts'
import type { Person } from './open-id.ts'

type Wish = Pick<SignInRow, 'wantedTenant' | 'invitation'>

/**
 * Begins a session of the person whom an issuer let in: of the member that accepts the invitation, or of the member that
 * the person is, in the tenant wanted or else in the last one. Throws `invitation_refused` and `not_a_member`, and notes
 * both in the tenant that was wanted.
 */
export async function admit(c: Context<AppEnv>, person: Person, wish: Wish): Promise<void> {
  try {
    await (wish.invitation === null ? admitMember(c, person, wish) : acceptInvitation(c, person, wish))
  } catch (error) {
    const { issuer, subject, verifiedAddress } = person
    const address = verifiedAddress !== undefined && { address: verifiedAddress }
    await noteRefusal(c, { wish, error, who: { issuer, subject, ...address } })
    throw error
  }
}

/** One batch. Throws `not_a_member` also if the member was removed meanwhile. */
async function admitMember(c: Context<AppEnv>, person: Person, { wantedTenant }: Wish): Promise<void> {
  const [found] = await membershipsOf(queries(catalogOf(c.env)), { ...person, wantedTenant })
  if (found === undefined) throw new ProblemError('not_a_member')
  const { statements, give } = await newSession(c, found.member)
  const [made] = await queries(databaseOf(c.env, found.member.tenantId)).batch(statements)
  if (made.meta.changes === 0) throw new ProblemError('not_a_member')
  give()
}

/** Member and session are one batch, so that nobody has used an invitation in vain: of two sign-ins one is refused. */
async function acceptInvitation(c: Context<AppEnv>, person: Person, wish: Wish): Promise<void> {
  const invitation = await openInvitation(c, wish)
  const member = invitedMember(c, person, invitation)
  const { tenantId, address, role, issuer, name } = member
  const db = queries(databaseOf(c.env, tenantId))
  const store = invitationStore(db)
  const act = {
    action: 'member.joined',
    subject: member.id,
    details: { address, role, issuer, invitation: invitation.id },
  } as const
  const event = eventBy(c, { tenantId, kind: 'member', id: member.id, name }, act)
  const { statements, give } = await newSession(c, member)
  try {
    const [, made] = await db.batch([
      store.accept(tenantId, { hash: invitation.hash, memberId: member.id, now: member.createdAt }),
      store.insertMember(member),
      auditStore(db).insertIf(event, isPresent(tenantId, member.id)),
      ...statements,
    ])
    if (made.meta.changes === 0) throw refused('It was used, or is over.')
  } catch (error) {
    if (isMemberConflict(error)) throw refused('This person, or this address, is a member already.')
    throw error
  }
  give()
}

/** Throws `invitation_refused` to a person whom the invitation is not for. */
function invitedMember(c: Context<AppEnv>, person: Person, invitation: InvitationRow): MemberRow {
  if (!issuersIn(invitation).includes(person.issuer)) throw refused('It is not accepted from this issuer.')
  if (person.verifiedAddress === undefined) throw refused('The issuer does not say that the address is verified.')
  if (person.verifiedAddress !== invitation.address) throw refused('It is for another address.')
  const now = c.var.isolate.now()
  return {
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
}

/** The invitation, and the name of its tenant. Throws `invitation_refused` and `tenant_suspended`. */
export async function openInvitation(
  c: Context<AppEnv>,
  { wantedTenant, invitation }: Wish,
): Promise<InvitationRow & { readonly tenantName: string }> {
  const tenantId = wantedTenant ?? ''
  const store = invitationStore(queries(databaseOf(c.env, tenantId)))
  const [found] = await store.findOpen(tenantId, invitation ?? '', c.var.isolate.now())
  if (found === undefined) throw refused('It was used, or is over.')
  if (found.suspendedAt !== null) throw new ProblemError('tenant_suspended')
  return { ...found.invitation, tenantName: found.tenantName }
}

export const issuersIn = ({ issuers }: InvitationRow): readonly string[] => storedIssuers.parse(JSON.parse(issuers))

const refused = (detail: string) =>
  new ProblemError('invitation_refused', { detail: `The invitation is refused. ${detail}` })

/** Notes why somebody was not let in, in the tenant that was wanted, if there is one: a visitor may name any. */
export async function noteRefusal(c: Context<AppEnv>, { wish, error, who }: Refusal): Promise<void> {
  const { wantedTenant } = wish
  if (wantedTenant === null || !(error instanceof ProblemError)) return
  const act = { action: 'session.refused', details: { code: error.code, ...who } } as const
  if (await tenantStore(databaseOf(c.env, wantedTenant)).exists(wantedTenant))
    await storeEvent(c, eventBy(c, { tenantId: wantedTenant, kind: 'visitor' }, act))
}

interface Refusal {
  readonly wish: Pick<Wish, 'wantedTenant'>
  readonly error: unknown
  readonly who: Readonly<Record<string, string>>
}
