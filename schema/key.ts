import { z } from 'zod'
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
] as const
export const plans = ['free', 'starter', 'growth', 'scale', 'enterprise'] as const

export type Scope = (typeof scopes)[number]
export type PricingPlan = (typeof plans)[number]

const timestamp = z.iso.datetime({ error: wanted('an RFC 3339 time in UTC, such as 2026-11-20T10:00:00.000Z') })
const scopeSchema = z.enum(scopes)

/** Limits and duties of a tenant that differ from those of its plan. */
export const tenantSettings = z
  .strictObject({
    burstPerMinute: z.int().min(1).max(10_000_000).optional(),
    quotaPerHour: z.int().min(1).max(1_000_000_000).optional(),
    idempotencyKeyRequired: z.boolean().optional(),
    storageBytes: z.int().min(0).max(1e15).optional(),
    retentionDays: z.int().min(1).max(36_500).optional(),
    logRetentionDays: z.int().min(0).max(3_650).optional(),
  })
  .meta({ id: 'TenantSettings' })

export type TenantSettings = z.infer<typeof tenantSettings>

/**
 * Stored columns of keys and tenants that hold JSON, or a value of a closed list. During a rollout two versions of the
 * service run side by side, so the older version ignores a setting or scope that only the newer version knows.
 */
export const storedScopes = z.array(z.string()).transform((list) => scopes.filter((scope) => list.includes(scope)))
export const storedSettings = z.object(tenantSettings.shape)
export const storedPlan = z.enum(plans)

export const keyRequest = z
  .strictObject({
    name: nameText,
    scopes: z
      .array(scopeSchema)
      .min(1)
      .max(scopes.length)
      .refine((list) => new Set(list).size === list.length, 'Each scope at most once'),
    expiresAt: timestamp.nullable().optional(),
  })
  .meta({ id: 'KeyRequest' })

const overlapSecondsDefault = 86_400

export const rotateRequest = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(overlapSecondsDefault),
  })
  .meta({ id: 'RotateRequest' })

export const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(scopeSchema),
    prefix: z.string().meta({ example: 'test_4fK9aZ2mQ1xY' }),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'Key' })

export const newKeyRecord = keyRecord.extend({ secret: z.string() }).meta({ id: 'NewKey' })

export const rotatedKeyRecord = newKeyRecord.extend({ previousExpiresAt: z.string() }).meta({ id: 'RotatedKey' })

export const keyPage = pageOf(keyRecord).meta({ id: 'KeyPage' })
export const keyParams = z.object({ id: z.string() })
export const tenantKeyParams = z.object({ id: z.string(), key: z.string() })

export type KeyRecord = z.infer<typeof keyRecord>
export type NewKeyRecord = z.infer<typeof newKeyRecord>

export const tenantRequest = z
  .strictObject({ name: nameText, plan: z.enum(plans).default('free'), settings: tenantSettings.default({}) })
  .meta({ id: 'TenantRequest' })

export const newTenantRecord = z
  .object({
    tenant: z.object({
      id: z.string(),
      name: z.string(),
      plan: z.enum(plans),
      settings: tenantSettings,
      createdAt: z.string(),
    }),
    key: z.object({ id: z.string(), scopes: z.array(scopeSchema), secret: z.string() }),
  })
  .meta({ id: 'NewTenant' })

export type TenantRequest = z.infer<typeof tenantRequest>
export type NewTenantRecord = z.infer<typeof newTenantRecord>
export type RotatedKeyRecord = z.infer<typeof rotatedKeyRecord>
