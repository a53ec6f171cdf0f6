import type {
  AuditEventRecord,
  InvitationRecord,
  InvitationRequest,
  MemberRecord,
  SessionRecord,
} from '@tallystick/schema/member'
import type { Role } from '@tallystick/schema/role'
import type { Calls } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

/** Calls on the members of a tenant, for administrators and keys with `members:manage`. */
export const peopleCalls = (calls: Calls) => ({
  listMembers: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<MemberRecord> =>
    calls.list('/members', { query, ...options }),

  updateMember: (id: string, change: { readonly role: Role }, options: CallOptions = {}): Promise<MemberRecord> =>
    calls.change({ method: 'PATCH', path: `/members/${segment(id)}`, json: change, ...options }),

  removeMember: (id: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`/members/${segment(id)}`, options),

  /** Only this answer contains the address where the person accepts the invitation. */
  invite: (invitation: InvitationRequest, options: CallOptions = {}): Promise<InvitationRecord> =>
    calls.change({ path: '/invitations', json: invitation, ...options }),

  auditEvents: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<AuditEventRecord> =>
    calls.list('/audit-events', { query, ...options }),
})

/** Calls of a page of the service itself: the browser adds the cookie of the session. */
export const sessionCalls = (calls: Calls) => ({
  /** Who is signed in. Rejects with `sign_in_required` for nobody. */
  get: (options: CallOptions = {}): Promise<SessionRecord> => calls.json('/auth/session', { prefix: '', ...options }),

  signOut: (options: CallOptions = {}): Promise<void> => calls.end({ path: '/auth/sign-out', prefix: '', ...options }),
})
