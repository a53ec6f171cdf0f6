import type { KeyRecord, NewKeyRecord, RotatedKeyRecord, Scope } from '@tallystick/schema/key'
import type { UsageRecord } from '@tallystick/schema/tenant'
import type { Calls } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

export interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** A time in UTC (RFC 3339). A key without this member does not expire. */
  readonly expiresAt?: string | null
}

/**
 * Calls on API keys. After a failed connection `create` and `rotate` are not sent again, since that might make a second
 * key.
 */
export const keyCalls = (calls: Calls) => ({
  list: (query: { readonly limit?: number } = {}, options: CallOptions = {}): List<KeyRecord> =>
    calls.list('/keys', { query, ...options }),

  /** Only this answer contains the secret. */
  create: (key: NewKey, options: CallOptions = {}): Promise<NewKeyRecord> =>
    calls.change({ path: '/keys', json: key, ...options }),

  /** Makes a new key in place of another, which stays valid for a while. */
  rotate: (
    id: string,
    request: { readonly overlapSeconds?: number } = {},
    options: CallOptions = {},
  ): Promise<RotatedKeyRecord> => calls.change({ path: `/keys/${segment(id)}/rotate`, json: request, ...options }),

  revoke: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(`/keys/${segment(id)}`, options),
})

export const usageCalls = (calls: Calls) => ({
  /** Storage, requests and runs, and their limits. Keys of any scope may ask. */
  get: (options: CallOptions = {}): Promise<UsageRecord> => calls.json('/usage', options),
})
