import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  type InvitationRecord,
  type InvitationRequest,
  type OpenInvitationRecord,
  scopesOfRole,
} from '@tallystick/schema/member'
import { storedRole } from '@tallystick/schema/role'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { type Act, eventBy, eventOf } from '../../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../../http/cursor.ts'
import { ProblemError } from '../../http/problem.ts'
import { requireScope } from '../../http/scopes.ts'
import { createId } from '../../platform/ids.ts'
import { issuersOf } from '../../platform/issuers.ts'
import { type AuditEvent, auditStore } from '../../store/audit-store.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { type InvitationRow, invitationStore, isEnded } from '../../store/invitation-store.ts'
import { memberStore } from '../../store/member-store.ts'
import { NotConfiguredError } from '../../store/required.ts'
import { tenantStore } from '../../store/tenant-store.ts'
import { issuersIn } from './admit.ts'
import { makeSecret } from './secret-text.ts'

const lifetimeMilliseconds = 7 * 86_400_000

/**
 * Invites a person. An earlier invitation of the address ends. Only this answer has the secret, in its `url`. Throws
 * `address_in_use`, `validation_failed` for an issuer that this service does not have, `not_configured` where it has
 * none, and `scope_insufficient` for a key without the scopes of the role.
 */
export async function invite(c: Context<AppEnv>, request: InvitationRequest): Promise<InvitationRecord> {
  requireScope(c, ...scopesOfRole(request.role))
  const { tenantId, actor } = c.var.identity
  return makeInvitation(c, { tenantId, createdBy: actor.id, note: (act) => eventOf(c, act) }, request)
}

/**
 * Invites the first administrator of a tenant, for the operator. Throws as `invite`, `tenant_not_found`, and
 * `administrator_present` where the tenant has one, who invites all others.
 */
export async function inviteAdministrator(
  c: Context<AppEnv>,
  tenantId: string,
  request: Omit<InvitationRequest, 'role'>,
): Promise<InvitationRecord> {
  const database = databaseOf(c.env, tenantId)
  if (!(await tenantStore(database).exists(tenantId))) throw new ProblemError('tenant_not_found')
  const [administrator] = await memberStore(queries(database)).findAdministrator(tenantId)
  if (administrator !== undefined) throw new ProblemError('administrator_present')
  const note = (act: Act) => eventBy(c, { tenantId, kind: 'operator' }, act)
  return makeInvitation(c, { tenantId, createdBy: null, note }, { ...request, role: 'administrator' })
}

/** Sorts after every id. */
const behindAll = 'inv_~'

/** The invitations that may still be accepted, newest first. Throws `invalid_cursor`. One query. */
export async function listInvitations(
  c: Context<AppEnv>,
  { limit, cursor }: PageQuery,
): Promise<Page<OpenInvitationRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'invitations']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const now = c.var.isolate.now()
  const rows = await storeOf(c).page(tenantId, { now, before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: openInvitationOf })
}

const openInvitationOf = (row: InvitationRow): OpenInvitationRecord => ({
  id: row.id,
  address: row.address,
  role: storedRole.parse(row.role),
  issuers: [...issuersIn(row)],
  createdAt: timestampOf(row.createdAt),
  expiresAt: timestampOf(row.expiresAt),
  createdBy: row.createdBy,
})

/**
 * From then on nobody can accept it. Throws `invitation_not_found`, also for one that was accepted or is over, and
 * `scope_insufficient` for a key without the scopes of its role.
 */
export async function withdrawInvitation(c: Context<AppEnv>, id: string): Promise<void> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const now = c.var.isolate.now()
  const [found] = await storeOf(c).find(tenantId, id, now)
  if (found === undefined) throw new ProblemError('invitation_not_found')
  const { address, role } = openInvitationOf(found)
  requireScope(c, ...scopesOfRole(role))
  const event = eventOf(c, { action: 'invitation.withdrawn', subject: id, details: { address, role } })
  const [ended] = await db.batch([
    storeOf(c).end(tenantId, id, now),
    auditStore(db).insertIf(event, isEnded(tenantId, id)),
  ])
  if (ended.length === 0) throw new ProblemError('invitation_not_found')
}

const storeOf = (c: Context<AppEnv>) => invitationStore(queries(databaseOf(c.env, c.var.identity.tenantId)))

interface Inviter {
  readonly tenantId: string
  readonly createdBy: string | null
  readonly note: (act: Act) => AuditEvent
}

async function makeInvitation(
  c: Context<AppEnv>,
  { tenantId, createdBy, note }: Inviter,
  { address, role, issuers: named }: InvitationRequest,
): Promise<InvitationRecord> {
  const issuers = invitedIssuers(c, named)
  const db = queries(databaseOf(c.env, tenantId))
  const [taken] = await memberStore(db).findAddress(tenantId, address)
  if (taken !== undefined) throw new ProblemError('address_in_use')
  const now = c.var.isolate.now()
  const { hash, text } = makeSecret(c.env, 'invitation', tenantId)
  const common = { id: createId('inv', now), address, role }
  const times = { createdAt: now, expiresAt: now + lifetimeMilliseconds }
  const store = invitationStore(db)
  await db.batch([
    store.endOfAddress(tenantId, address),
    store.insert({ ...common, ...times, tenantId, hash, issuers: JSON.stringify(issuers), createdBy, memberId: null }),
    auditStore(db).insert(note({ action: 'invitation.made', subject: common.id, details: { address, role } })),
  ])
  const url = new URL('/auth/sign-in', c.req.url)
  url.searchParams.set('invitation', text)
  const [createdAt, expiresAt] = [timestampOf(times.createdAt), timestampOf(times.expiresAt)]
  return { ...common, issuers: [...issuers], createdAt, expiresAt, url: url.href }
}

function invitedIssuers(c: Context<AppEnv>, named: readonly string[] | undefined): readonly string[] {
  const known = issuersOf(c.env).map(({ url }) => url)
  if (known.length === 0) throw new NotConfiguredError('OIDC_ISSUERS is not set, or cannot be used')
  const errors = (named ?? []).flatMap((url, index) =>
    known.includes(url)
      ? []
      : [{ pointer: `/issuers/${index}`, code: 'unknown_issuer', detail: `Wanted one of ${known.join(', ')}` }],
  )
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
  return named ?? known
}
