import type {
  KeyRecord,
  NewKeyRecord,
  NewTenantRecord,
  PricingPlan,
  RotatedKeyRecord,
  Scope,
  TenantSettings,
} from '../../schema/key.ts'
import type { LogAudit, LogConsistency } from '../../schema/log.ts'
import type { LogRecovery } from '../../schema/lost-run.ts'
import type { MetaRecord, Readiness } from '../../schema/meta.ts'
import type { Calls } from './calls.ts'
import { type CallOptions, segment } from './transport.ts'

/** The calls on a tenant's own API keys. None of them is repeated by itself: their answers hold secrets. */
export const keyCalls = (calls: Calls) => ({
  list: (options: CallOptions = {}) => calls.list<KeyRecord>('/keys', options),

  /** The new key; its secret is in this answer alone. */
  create: (
    key: { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt?: string | null },
    options: CallOptions = {},
  ): Promise<NewKeyRecord> => calls.change({ path: '/keys', json: key, ...options }),

  /** A key in the place of another, which goes on for an overlap. */
  rotate: (
    id: string,
    request: { readonly overlapSeconds?: number } = {},
    options: CallOptions = {},
  ): Promise<RotatedKeyRecord> => calls.change({ path: `/keys/${segment(id)}/rotate`, json: request, ...options }),

  revoke: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(`/keys/${segment(id)}`, options),
})

/** The calls on the tenant's signed log. */
export const logCalls = (calls: Calls) => ({
  /** The newest signed checkpoint (C2SP tlog-checkpoint). */
  checkpoint: (options: CallOptions = {}): Promise<string> =>
    calls.text('/log/checkpoint', { accept: 'text/plain', ...options }),

  /** The proof that the log of size `to` begins with that of size `from` (RFC 6962 §2.1.2). */
  consistency: (from: number, to: number, options: CallOptions = {}): Promise<LogConsistency> =>
    calls.json('/log/consistency', { query: { from, to }, ...options }),

  /** The audit of the whole log. */
  verify: (options: CallOptions = {}): Promise<LogAudit> => calls.json('/log/verify', options),
})

/** The calls that need no key. */
export const systemCalls = (calls: Calls) => ({
  health: (options: CallOptions = {}): Promise<{ status: 'ok' }> => calls.json('/health', options),

  /** Rejects with `unexpected_answer` while the service is not ready. */
  ready: (options: CallOptions = {}): Promise<Readiness> => calls.json('/ready', options),

  /** Versions, limits, adapters and problem codes. */
  meta: (options: CallOptions = {}): Promise<MetaRecord> => calls.json('/meta', options),
})

/** The operator's calls, which need the admin key. */
export const adminCalls = (calls: Calls) => ({
  /** A tenant and its first key, whose secret is in this answer alone. */
  createTenant: (
    tenant: { readonly name: string; readonly plan?: PricingPlan; readonly settings?: TenantSettings },
    options: CallOptions = {},
  ): Promise<NewTenantRecord> => calls.change({ path: '/admin/tenants', json: tenant, ...options }),

  /** Brings a log that has diverged back to the one that was signed. */
  recoverLog: (tenantId: string, options: CallOptions = {}): Promise<LogRecovery> =>
    calls.change({ path: `/admin/tenants/${segment(tenantId)}/log/recover`, ...options }),
})
