import { z } from 'zod'
import { plans, scopes, tenantSettings } from './key.ts'
import { pageOf } from './page.ts'
import { count, nameText } from './values.ts'

/** What the operator reads and changes of a tenant, and what a tenant reads of its own use. */

const bytesMax = z.int().min(0).nullable()

const storageUse = z.object({ usedBytes: count, limitBytes: bytesMax, datasets: count, runs: count })

const time = z.iso.datetime().nullable()

export const tenantRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: z.enum(plans),
    settings: tenantSettings,
    createdAt: z.iso.datetime(),
    suspendedAt: time,
    deletedAt: time,
    storage: storageUse,
  })
  .meta({ id: 'Tenant' })

export type TenantRecord = z.infer<typeof tenantRecord>

export const tenantPage = pageOf(tenantRecord).meta({ id: 'TenantPage' })

const { burstPerMinute, quotaPerHour, idempotencyKeyRequired, storageBytes, retentionDays, logRetentionDays } =
  tenantSettings.shape

/** A JSON merge patch (RFC 7396): a setting that is null is removed, and one that is left out stays. */
export const tenantChange = z
  .strictObject({
    name: nameText.optional(),
    plan: z.enum(plans).optional(),
    settings: z
      .strictObject({
        burstPerMinute: burstPerMinute.nullable(),
        quotaPerHour: quotaPerHour.nullable(),
        idempotencyKeyRequired: idempotencyKeyRequired.nullable(),
        storageBytes: storageBytes.nullable(),
        retentionDays: retentionDays.nullable(),
        logRetentionDays: logRetentionDays.nullable(),
      })
      .optional(),
    suspended: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Wanted at least one member')
  .meta({ id: 'TenantChange' })

export type TenantChange = z.infer<typeof tenantChange>

export const tenantExportQuery = z.strictObject({ tenant: z.string().min(1) })

/** The bytes of a zip archive. */
export const zipFile = z.string().meta({ format: 'binary' })

const policyUse = z.object({
  limit: count,
  remaining: count,
  windowSeconds: count,
  resetSeconds: count,
})

export const usageRecord = z
  .object({
    key: z.object({ id: z.string(), scopes: z.array(z.enum(scopes)) }),
    plan: z.enum(plans),
    storage: storageUse,
    requests: z.object({ burst: policyUse, quota: policyUse }),
    runs: z.object({ queued: count, running: count, completed: count, failed: count, cancelled: count }),
  })
  .meta({ id: 'Usage' })

export type UsageRecord = z.infer<typeof usageRecord>
