import type { NewKeyRecord, NewTenantRecord, PricingPlan, TenantSettings } from '@tallystick/schema/key'
import type { LogRecovery } from '@tallystick/schema/lost-run'
import type { InvitationRecord, InvitationRequest } from '@tallystick/schema/member'
import type { TenantChange, TenantRecord } from '@tallystick/schema/tenant'
import type { NewKey } from './accounts.ts'
import type { ByteStream, Calls } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

export interface NewTenant {
  readonly name: string
  /** The plan; `free` when left out. */
  readonly plan?: PricingPlan
  readonly settings?: TenantSettings
}

/** The calls for the operator of the service, which need the admin key. */
export const adminCalls = (calls: Calls) => ({
  /** Only this answer contains the secret of the first key. */
  createTenant: (tenant: NewTenant, options: CallOptions = {}): Promise<NewTenantRecord> =>
    calls.change({ path: '/admin/tenants', json: tenant, ...options }),

  listTenants: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<TenantRecord> =>
    calls.list('/admin/tenants', { query, ...options }),

  getTenant: (id: string, options: CallOptions = {}): Promise<TenantRecord> => calls.json(pathOf(id), options),

  /** Changes the given members; a setting that is null is removed. */
  updateTenant: (id: string, change: TenantChange, options: CallOptions = {}): Promise<TenantRecord> =>
    calls.change({ method: 'PATCH', path: pathOf(id), json: change, ...options }),

  /**
   * Resolves with the tenant as it was. Its keys stop working within 15 seconds, and its records and results are
   * removed in the minutes after.
   */
  deleteTenant: (id: string, options: CallOptions = {}): Promise<TenantRecord> =>
    calls.change({ method: 'DELETE', path: pathOf(id), ...options }),

  /** The key may have any scopes but `members:manage`. Only this answer contains its secret. */
  createTenantKey: (id: string, key: NewKey, options: CallOptions = {}): Promise<NewKeyRecord> =>
    calls.change({ path: `${pathOf(id)}/keys`, json: key, ...options }),

  /** For a tenant without an administrator. Only this answer contains the address where the person accepts. */
  inviteAdministrator: (
    id: string,
    invitation: Omit<InvitationRequest, 'role'>,
    options: CallOptions = {},
  ): Promise<InvitationRecord> => calls.change({ path: `${pathOf(id)}/invitations`, json: invitation, ...options }),

  revokeTenantKey: (id: string, key: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`${pathOf(id)}/keys/${segment(key)}`, options),

  /** All data of a tenant as a zip, which is made while it is read. */
  exportTenant: (tenant: string, options: CallOptions = {}): Promise<ByteStream> =>
    calls.stream('/admin/export', { query: { tenant }, accept: 'application/zip', ...options }),

  /** What each tenant made in each month, or in `month` such as 2026-03, as CSV. */
  usage: (query: { readonly month?: string } = {}, options: CallOptions = {}): Promise<string> =>
    calls.text('/admin/usage', { query, accept: 'text/csv', ...options }),

  recoverLog: (id: string, options: CallOptions = {}): Promise<LogRecovery> =>
    calls.change({ path: `${pathOf(id)}/log/recover`, ...options }),

  /** Figures of the service in the text format of Prometheus. */
  metrics: (options: CallOptions = {}): Promise<string> => calls.text('/metrics', { accept: 'text/plain', ...options }),
})

const pathOf = (tenantId: string): string => `/admin/tenants/${segment(tenantId)}`
