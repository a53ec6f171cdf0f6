import type {
  AuditEventRecord,
  InvitationRecord,
  InvitationRequest,
  MemberRecord,
  OpenInvitationRecord,
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

  /** Ends all sessions of the member. */
  signOutMember: (id: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`/members/${segment(id)}/sessions`, options),

  /** Those that may still be accepted. */
  listInvitations: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<OpenInvitationRecord> =>
    calls.list('/invitations', { query, ...options }),

  withdrawInvitation: (id: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`/invitations/${segment(id)}`, options),

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

  /** `everywhere` ends all sessions of the member in the tenant. */
  signOut: (query: { readonly everywhere?: 'true' | 'false' } = {}, options: CallOptions = {}): Promise<void> =>
    calls.end({ path: '/auth/sign-out', prefix: '', query, ...options }),
})
