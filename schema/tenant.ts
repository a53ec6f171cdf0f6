import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { plans, scopes, tenantSettings } from './key.ts'
import { pageOf } from './page.ts'
import { roles } from './role.ts'
import { count, nameText } from './values.ts'

/** What the operator reads and changes of a tenant, and what a tenant reads about its own use. */

const bytesMax = z.int().min(0).nullable()

const storageUse = z.object({
  usedBytes: described(
    count,
    'Bytes of lines kept: of datasets, results, policies and periods. Parts of uploads and of runs that have not ended count, too.',
  ),
  limitBytes: described(bytesMax, 'Bytes that may be kept, by plan or setting; null for no limit'),
  datasets: described(count, 'How many datasets are kept'),
  runs: described(count, 'How many runs are kept, whatever their state'),
})

const time = z.iso.datetime().nullable()

export const tenantRecord = z
  .object({
    id: described(z.string(), 'The tenant’s id'),
    name: described(z.string(), 'The name that the operator gave'),
    plan: described(z.enum(plans), 'The plan, which sets every limit that the settings do not'),
    settings: described(tenantSettings, 'Limits and duties that differ from those of the plan'),
    createdAt: described(z.iso.datetime(), 'When the tenant was made'),
    suspendedAt: described(time, 'Since when the tenant’s keys are refused and its runs wait; null unless they are'),
    deletedAt: described(
      time,
      'When the tenant was deleted; null unless it was. Its lines are removed soon after; the tenant is listed until the hashes of its log are removed as well.',
    ),
    storage: described(storageUse, 'What the tenant keeps'),
  })
  .meta({ id: 'Tenant', description: 'A tenant of the service, as its operator sees it' })

export type TenantRecord = z.infer<typeof tenantRecord>

export const tenantPage = pageOf(tenantRecord, 'The tenants').meta({
  id: 'TenantPage',
  description: 'A page of tenants, newest first',
})

const { burstPerMinute, quotaPerHour, idempotencyKeyRequired, storageBytes, retentionDays, logRetentionDays } =
  tenantSettings.shape

/** A JSON merge patch (RFC 7396): a setting that is null is removed, and one that is left out stays. */
export const tenantChange = z
  .strictObject({
    name: described(nameText.optional(), 'The new name'),
    plan: described(z.enum(plans).optional(), 'The new plan'),
    settings: described(
      z
        .strictObject({
          burstPerMinute: described(burstPerMinute.nullable(), 'Requests a minute in place of those of the plan'),
          quotaPerHour: described(quotaPerHour.nullable(), 'Requests an hour in place of those of the plan'),
          idempotencyKeyRequired: described(
            idempotencyKeyRequired.nullable(),
            'Whether runs and uploads without an Idempotency-Key are refused',
          ),
          storageBytes: described(
            storageBytes.nullable(),
            'Bytes of lines that may be kept, in place of those of the plan',
          ),
          retentionDays: described(retentionDays.nullable(), 'Runs and datasets older than this are removed'),
          logRetentionDays: described(
            logRetentionDays.nullable(),
            'Days for which the hashes of the log stay once the tenant is deleted; 90 by default',
          ),
        })
        .optional(),
      'A JSON merge patch (RFC 7396): null removes a setting',
    ),
    suspended: described(z.boolean().optional(), 'True suspends the tenant, false ends its suspension'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Wanted at least one member')
  .meta({ id: 'TenantChange', description: 'What is to change of a tenant. What is left out stays as it is.' })

export type TenantChange = z.infer<typeof tenantChange>

export const tenantExportQuery = z.strictObject({ tenant: described(z.string().min(1), 'The id of a tenant') })

export const usageQuery = z.strictObject({
  month: described(
    z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: wanted('a month such as 2026-03') })
      .optional()
      .meta({ example: '2026-03' }),
    'A month of UTC; all months when left out',
  ),
})

/** The bytes of a zip archive. */
export const zipFile = z.string().meta({ format: 'binary' })

const policyUse = z.object({
  limit: described(count, 'Requests allowed in the window'),
  remaining: described(count, 'Requests left in the window, as far as this location knows'),
  windowSeconds: described(count, 'Length of the window in seconds'),
  resetSeconds: described(count, 'Seconds until the window ends'),
})

export const usageRecord = z
  .object({
    key: described(
      z
        .object({
          id: described(z.string(), 'The key’s id'),
          scopes: described(z.array(z.enum(scopes)), 'What the key may do'),
        })
        .nullable(),
      'The key of this request; null where a member asks',
    ),
    member: described(
      z
        .object({
          id: described(z.string(), 'The member’s id'),
          role: described(z.enum(roles), 'The member’s role'),
          scopes: described(z.array(z.enum(scopes)), 'What the role has'),
        })
        .nullable(),
      'The signed-in member of this request; null where a key asks',
    ),
    plan: described(z.enum(plans), 'The tenant’s plan'),
    storage: described(storageUse, 'What the tenant keeps'),
    requests: described(
      z.object({
        burst: described(policyUse, 'Requests of this minute, at this location'),
        quota: described(policyUse, 'Requests of this hour, everywhere, as far as known here'),
      }),
      'The rate limits, this request included',
    ),
    runs: described(
      z.object({
        queued: described(count, 'Runs that wait'),
        running: described(count, 'Runs that are being executed'),
        completed: described(count, 'Runs that are completed'),
        failed: described(count, 'Runs that failed'),
        cancelled: described(count, 'Runs that were cancelled'),
      }),
      'How many runs are kept in each state',
    ),
  })
  .meta({
    id: 'Usage',
    description: 'What the tenant uses of its limits, and what this request’s key or member may do',
  })

export type UsageRecord = z.infer<typeof usageRecord>
