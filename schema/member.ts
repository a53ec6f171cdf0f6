import { z } from 'zod'
import { described } from './described.ts'
import { plans, type Scope, scopes } from './key.ts'
import { pageOf } from './page.ts'
import { isRoleOf, type Role, roleOfScope, roles } from './role.ts'
import { nameText } from './values.ts'

/** Members of a tenant, their invitations and sessions, and the audit events. */

const addressLengthMax = 254
const roleSchema = z.enum(roles)
const issuerSchema = z.url().max(1000)

/** What a member of the role may do. */
export const scopesOfRole = (role: Role): readonly Scope[] =>
  scopes.filter((scope) => isRoleOf(role, roleOfScope[scope]))

/** An address in lower case: two addresses that differ in case are one person’s. */
export const addressText = z
  .string()
  .max(addressLengthMax)
  .transform((text) => text.toLowerCase())
  .pipe(z.email())
  .meta({ type: 'string', format: 'email', maxLength: addressLengthMax })

const invitedIssuers = described(
  z
    .array(issuerSchema)
    .min(1)
    .max(20)
    .refine((list) => new Set(list).size === list.length, 'Each issuer at most once')
    .optional(),
  'The issuers at which the person may sign in; all of this service when left out',
)

export const invitationRequest = z
  .strictObject({
    address: described(addressText, 'The email address of the person'),
    role: described(roleSchema, 'The role that the person gets'),
    issuers: invitedIssuers,
  })
  .meta({ id: 'InvitationRequest', description: 'Who is invited' })

export const administratorRequest = z
  .strictObject({ address: described(addressText, 'The email address of the person'), issuers: invitedIssuers })
  .meta({ id: 'AdministratorRequest', description: 'Who is invited as the first administrator' })

const openInvitationShape = z.object({
  id: described(z.string().meta({ example: 'inv_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the invitation'),
  address: described(z.string(), 'The address that may accept it'),
  role: described(roleSchema, 'The role that it gives'),
  issuers: described(z.array(z.string()), 'The issuers from which it is accepted'),
  createdAt: described(z.string(), 'When it was made'),
  expiresAt: described(z.string(), 'Until when it is accepted'),
})

export const openInvitationRecord = openInvitationShape
  .extend({ createdBy: described(z.string().nullable(), 'The member or API key that invited; null for the operator') })
  .meta({ id: 'OpenInvitation', description: 'An invitation that was not accepted yet' })

export const invitationRecord = openInvitationShape
  .extend({ url: described(z.string(), 'Where the person accepts it by signing in. Shown this once.') })
  .meta({ id: 'Invitation', description: 'An invitation that was just made' })

export const invitationPage = pageOf(openInvitationRecord, 'The invitations of the page, newest first').meta({
  id: 'InvitationPage',
  description: 'A page of open invitations',
})

export const invitationParams = z.object({ id: described(z.string(), 'The id of an invitation') })

export const memberRecord = z
  .object({
    id: described(z.string().meta({ example: 'mbr_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the member'),
    address: described(z.string(), 'The email address that accepted the invitation'),
    name: described(z.string(), 'The name that the issuer gave; the address where it gave none'),
    role: described(roleSchema, 'What the member may do'),
    issuer: described(z.string(), 'Where the member signs in'),
    subject: described(z.string(), 'Who the member is there'),
    createdAt: described(z.string(), 'When the invitation was accepted'),
    lastSeenAt: described(z.string(), 'When the member last signed in'),
  })
  .meta({ id: 'Member', description: 'A person who may sign in to the tenant' })

export const memberPage = pageOf(memberRecord, 'The members of the page, newest first').meta({
  id: 'MemberPage',
  description: 'A page of members',
})

export const memberParams = z.object({ id: described(z.string(), 'The id of a member') })

export const memberChange = z
  .strictObject({ role: described(roleSchema, 'The new role') })
  .meta({ id: 'MemberChange', description: 'What changes of a member' })

export const sessionRecord = z
  .object({
    member: described(memberRecord, 'Who is signed in'),
    tenant: described(
      z.object({
        id: described(z.string(), 'The id of the tenant'),
        name: described(z.string(), 'Its name'),
        plan: described(z.enum(plans), 'Its plan'),
      }),
      'The tenant of the session',
    ),
    scopes: described(z.array(z.enum(scopes)), 'What the role of the member has'),
    startedAt: described(z.string(), 'When the member signed in'),
    expiresAt: described(z.string(), 'When the session ends at the latest'),
    tenants: described(
      z.array(
        z.object({
          id: described(z.string(), 'The id of a tenant'),
          name: described(z.string(), 'The name of a tenant'),
        }),
      ),
      'Tenants of which this person is a member, the last ones first, at most 100; `/auth/sign-in?tenant=` changes to another',
    ),
  })
  .meta({ id: 'Session', description: 'The session of a signed-in member' })

export const signInQuery = z.strictObject({
  issuer: described(z.string().optional(), 'Where to sign in; may be left out where there is one choice'),
  invitation: described(z.string().max(300).optional(), 'The secret of an invitation, which the sign-in accepts'),
  tenant: described(z.string().max(64).optional(), 'The tenant to sign in to; the last one when left out'),
  to: described(z.string().max(2000).optional(), 'The path on this service to go to afterwards; `/app` when left out'),
})

export const signOutQuery = z.strictObject({
  everywhere: described(
    z.enum(['true', 'false']).optional(),
    'Whether all sessions of the member in this tenant end, also those of other browsers',
  ),
})

export const signInPageText = z.string().meta({ description: 'A page in HTML' })

const parameter = z.string().max(8000).optional()

/** What issuers add to the address of the callback. */
export const callbackQuery = z.object({
  code: described(parameter, 'The code of the issuer'),
  state: described(parameter, 'What this service sent to the issuer'),
  iss: described(parameter, 'The issuer (RFC 9207)'),
  error: described(parameter, 'Why the issuer refused'),
})

const auditActions = [
  'session.begun',
  'session.ended',
  'session.refused',
  'access.refused',
  'invitation.made',
  'invitation.withdrawn',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.signed_out',
  'key.made',
  'key.rotated',
  'key.revoked',
  'settings.changed',
  'log.recovered',
  'results.exported',
  'records.exported',
  'evidence.exported',
  'tenant.exported',
  'reconciliation.defined',
  'reconciliation.changed',
  'schedule.set',
  'opening.given',
  'period.begun',
  'period.changed',
  'period.run',
  'balances.typed',
  'journal.exported',
  'report.exported',
  'items.decided',
  'period.submitted',
  'period.approved',
  'period.rejected',
  'period.reopened',
  'webhook.made',
  'webhook.changed',
  'webhook.tested',
  'webhook.secret_rotated',
  'webhook.removed',
  'inbox_link.made',
  'inbox_link.revoked',
  'delivery.resent',
] as const

export const actorKinds = ['member', 'key', 'operator', 'visitor'] as const

export type AuditAction = (typeof auditActions)[number]
export type ActorKind = (typeof actorKinds)[number]

/** Stored columns. */
export const storedIssuers = z.array(z.string())
export const auditDetails = z.record(z.string(), z.string())

export const auditEventRecord = z
  .object({
    id: described(z.string().meta({ example: 'evt_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the event'),
    time: described(z.string(), 'When it happened'),
    action: described(
      z.string().meta({ example: 'session.begun' }),
      `What happened: ${auditActions.map((action) => `\`${action}\``).join(' · ')}; a later version of the service may have stored others`,
    ),
    actor: described(
      z.object({
        kind: described(
          z.string().meta({ example: 'member' }),
          '`member`, `key`, `operator` of the service, or `visitor` who is not signed in',
        ),
        id: described(z.string().nullable(), 'The id of the member or key; null for others'),
        name: described(z.string().nullable(), 'Its name at that time; null for others'),
      }),
      'Who did it',
    ),
    subject: described(z.string().nullable(), 'The id of what it was done to; null for nothing with an id'),
    details: described(auditDetails, 'What more is known, by name'),
    requestId: described(z.string(), 'The request, as in the log of the service'),
  })
  .meta({ id: 'AuditEvent', description: 'Something that somebody did, or was refused' })

export const auditEventPage = pageOf(auditEventRecord, 'The events of the page, newest first').meta({
  id: 'AuditEventPage',
  description: 'A page of audit events',
})

export type InvitationRequest = z.infer<typeof invitationRequest>
export type InvitationRecord = z.infer<typeof invitationRecord>
export type OpenInvitationRecord = z.infer<typeof openInvitationRecord>
export type MemberRecord = z.infer<typeof memberRecord>
export type SessionRecord = z.infer<typeof sessionRecord>
export type SignInQuery = z.infer<typeof signInQuery>
export type AuditEventRecord = z.infer<typeof auditEventRecord>

/** The name of a member, of what the issuer said. */
export const memberName = (name: unknown, address: string): string => {
  const read = nameText.safeParse(typeof name === 'string' ? name.trim() : undefined)
  return read.success ? read.data : address
}
