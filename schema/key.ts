import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { pageOf } from './page.ts'
import { nameText } from './values.ts'

/** API keys and tenants, their requests and answers. */

export const scopes = [
  'runs:read',
  'runs:write',
  'datasets:read',
  'datasets:write',
  'runs:delete',
  'datasets:delete',
  'evidence:read',
  'keys:admin',
  'members:manage',
  'periods:write',
  'items:decide',
  'items:approve',
  'webhooks:manage',
] as const
/** Only a signed-in administrator gives these to a key: other keys, the first among them, have none of them. */
export const givenByAdministrators: readonly Scope[] = ['members:manage', 'items:approve']
export const plans = ['free', 'starter', 'growth', 'scale', 'enterprise'] as const

export type Scope = (typeof scopes)[number]
export type PricingPlan = (typeof plans)[number]

const timestamp = z.iso.datetime({ error: wanted('an RFC 3339 time in UTC, such as 2026-11-20T10:00:00.000Z') })
const scopeSchema = z.enum(scopes)

export const tenantSettings = z
  .strictObject({
    burstPerMinute: described(z.int().min(1).max(10_000_000).optional(), 'Requests in a minute'),
    quotaPerHour: described(z.int().min(1).max(1_000_000_000).optional(), 'Requests in an hour'),
    idempotencyKeyRequired: described(
      z.boolean().optional(),
      'Whether uploads and runs are refused without an Idempotency-Key',
    ),
    storageBytes: described(z.int().min(0).max(1e15).optional(), 'Bytes of lines that may be kept'),
    retentionDays: described(z.int().min(1).max(36_500).optional(), 'Runs and datasets older than this are removed'),
    logRetentionDays: described(
      z.int().min(0).max(3_650).optional(),
      'Days for which the hashes of the log stay once the tenant is deleted; 90 by default',
    ),
  })
  .meta({ id: 'TenantSettings', description: 'Limits and duties of a tenant that differ from those of its plan' })

export type TenantSettings = z.infer<typeof tenantSettings>

/**
 * Stored columns of keys and tenants: JSON, or a value of a closed list. During a rollout the older of two versions
 * ignores a setting or scope that only the newer one knows.
 */
export const storedScopes = z.array(z.string()).transform((list) => scopes.filter((scope) => list.includes(scope)))
export const storedSettings = z.object(tenantSettings.shape)
export const storedPlan = z.enum(plans)

export const keyRequest = z
  .strictObject({
    name: described(nameText, 'A name for people'),
    scopes: described(
      z
        .array(scopeSchema)
        .min(1)
        .max(scopes.length)
        .refine((list) => new Set(list).size === list.length, 'Each scope at most once'),
      'What the key may do, each scope at most once',
    ),
    expiresAt: described(timestamp.nullable().optional(), 'When it ends; never when null or left out'),
  })
  .meta({ id: 'KeyRequest', description: 'The API key to make' })

const overlapSecondsDefault = 86_400

export const rotateRequest = z
  .strictObject({
    overlapSeconds: described(
      z
        .int()
        .min(0)
        .max(30 * 86_400)
        .default(overlapSecondsDefault),
      'For how long the key before it stays valid',
    ),
  })
  .meta({ id: 'RotateRequest', description: 'How a key is rotated' })

export const keyRecord = z
  .object({
    id: described(z.string(), 'The id of the key'),
    name: described(z.string(), 'A name for people'),
    scopes: described(z.array(scopeSchema), 'What the key may do'),
    prefix: described(
      z.string().meta({ example: 'test_4fK9aZ2mQ1xY' }),
      'The beginning of the key, to tell keys apart by',
    ),
    createdAt: described(z.string(), 'When it was made'),
    expiresAt: described(z.string().nullable(), 'When it ends; null for never'),
    revokedAt: described(z.string().nullable(), 'When it was revoked; null when it was not'),
    lastUsedAt: described(z.string().nullable(), 'When it was last used, to the hour; null for never'),
    createdBy: described(
      z.string().nullable(),
      'The id of the member or key that made it; null where the operator did, or nobody knows',
    ),
  })
  .meta({ id: 'Key', description: 'An API key, without its secret' })

export const newKeyRecord = keyRecord
  .extend({ secret: described(z.string(), 'The API key itself. Shown this once.') })
  .meta({ id: 'NewKey', description: 'An API key that was just made, with its secret' })

export const rotatedKeyRecord = newKeyRecord
  .extend({ previousExpiresAt: described(z.string(), 'When the key before it ends') })
  .meta({ id: 'RotatedKey', description: 'The key that takes the place of another' })

export const keyPage = pageOf(keyRecord, 'The keys of the page, newest first').meta({
  id: 'KeyPage',
  description: 'A page of API keys',
})
export const keyParams = z.object({ id: described(z.string(), 'The id of an API key') })
export const tenantKeyParams = z.object({
  id: described(z.string(), 'The id of a tenant'),
  key: described(z.string(), 'The id of an API key of the tenant'),
})

export type KeyRecord = z.infer<typeof keyRecord>
export type NewKeyRecord = z.infer<typeof newKeyRecord>

export const tenantRequest = z
  .strictObject({
    name: described(nameText, 'A name for people'),
    plan: described(z.enum(plans).default('free'), 'The plan of its limits'),
    settings: described(tenantSettings.default({}), 'What differs from the plan'),
  })
  .meta({ id: 'TenantRequest', description: 'The tenant to make' })

export const newTenantRecord = z
  .object({
    tenant: described(
      z.object({
        id: described(z.string(), 'The id of the tenant'),
        name: described(z.string(), 'Its name'),
        plan: described(z.enum(plans), 'Its plan'),
        settings: described(tenantSettings, 'What differs from the plan'),
        createdAt: described(z.string(), 'When it was made'),
      }),
      'The tenant',
    ),
    key: described(
      z.object({
        id: described(z.string(), 'The id of the key'),
        scopes: described(z.array(scopeSchema), 'What the key may do'),
        secret: described(z.string(), 'The API key itself. Shown this once.'),
      }),
      'Its first key',
    ),
  })
  .meta({ id: 'NewTenant', description: 'A tenant that was just made, with its first key' })

export type TenantRequest = z.infer<typeof tenantRequest>
export type NewTenantRecord = z.infer<typeof newTenantRecord>
export type RotatedKeyRecord = z.infer<typeof rotatedKeyRecord>
