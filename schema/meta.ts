import { z } from '@hono/zod-openapi'
import { plans } from './key.ts'
import { publicKeyRecord } from './signing-key.ts'

/** What the service says about itself: health, readiness, limits and registries. */

export const healthRecord = z.object({ status: z.literal('ok') }).openapi('Health')

const outcome = z.enum(['ok', 'unavailable'])

export const readiness = z
  .object({
    status: outcome,
    dependencies: z.object({ d1: outcome, kv: outcome, r2: outcome, signingKey: outcome }),
    divergedLogs: z.int().nullable().openapi({
      description:
        'How many tenants’ logs are not those that were signed, so that their runs wait for the operator; null when the database does not answer',
    }),
    missing: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Bindings, secrets and variables that are not set, or cannot be read' }),
  })
  .openapi('Readiness')

export type Readiness = z.infer<typeof readiness>

const columns = z.record(z.string(), z.array(z.string()))

const adapter = z.object({
  kind: z.string().openapi({ example: 'stripe' }),
  formats: z.array(z.string()),
  columns: columns.openapi({ description: 'Column names of this kind of export, read before the general ones' }),
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
  bound: z.string().openapi({ description: 'How far over its limit the policy may let a caller go' }),
})

export const metaRecord = z
  .object({
    service: z.literal('tallystick'),
    apiVersion: z.string(),
    engineVersion: z.string(),
    adapters: z.array(adapter),
    columns: columns.openapi({
      description:
        'Column names that are read without a mapping, by canonical field, the surest first; compared in lower case, without accents and signs',
    }),
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
  .openapi('Meta')

export type MetaRecord = z.infer<typeof metaRecord>

export const openApiDocument = z.looseObject({ openapi: z.string() }).openapi('OpenApiDocument')
