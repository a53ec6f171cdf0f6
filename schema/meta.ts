import { z } from 'zod'
import { plans } from './key.ts'
import { publicKeyRecord } from './signing-key.ts'

/** What the service says about itself: health, readiness, limits and registries. */

export const healthRecord = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })

const outcome = z.enum(['ok', 'unavailable'])

export const readiness = z
  .object({
    status: outcome,
    dependencies: z.object({ d1: outcome, kv: outcome, r2: outcome, signingKey: outcome }),
    divergedLogs: z.int().nullable(),
    unpublishedLogs: z.int().nullable(),
    setAsideLogs: z.int().nullable(),
    indexAgeSeconds: z.int().nullable(),
    missing: z.array(z.string()).optional(),
  })
  .meta({ id: 'Readiness' })

export type Readiness = z.infer<typeof readiness>

const columns = z.record(z.string(), z.array(z.string()))

const adapter = z.object({
  kind: z.string().meta({ example: 'stripe' }),
  formats: z.array(z.string()),
  columns: columns,
})

const planLimit = z.object({
  plan: z.enum(plans),
  burstPerMinute: z.int(),
  quotaPerHour: z.int(),
  storageBytes: z.int().nullable(),
})
const policy = z.object({
  name: z.string(),
  windowSeconds: z.int(),
  partition: z.string(),
  bound: z.string(),
})

export const metaRecord = z
  .object({
    service: z.literal('tallystick'),
    apiVersion: z.string(),
    engineVersion: z.string(),
    adapters: z.array(adapter),
    columns: columns,
    limits: z.record(z.string(), z.int()),
    rateLimits: z.object({
      policies: z.array(policy),
      plans: z.array(planLimit),
      addressRequestsPerMinute: z.int(),
      failedAuthenticationsPerMinute: z.int(),
    }),
    idempotency: z.object({ retentionSeconds: z.int() }),
    publicKeys: z.array(publicKeyRecord),
    problems: z.array(z.object({ code: z.string(), status: z.int(), title: z.string() })),
  })
  .meta({ id: 'Meta' })

export type MetaRecord = z.infer<typeof metaRecord>

/** The text exposition format of Prometheus. */
export const metricsText = z.string()

/** The service in short, in the form of llmstxt.org. */
export const llmsText = z.string()

/** A page of the documentation, in Markdown. */
export const documentText = z.string()

export const documentParams = z.object({ page: z.string().meta({ example: 'api.md' }) })

export const openApiDocument = z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' })
