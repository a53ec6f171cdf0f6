import * as z from 'zod'
import { described } from './described.ts'
import { plans } from './key.ts'
import { publicKeyRecord } from './signing-key.ts'

/** What the service says about itself: health, readiness, limits and registries. */

export const healthRecord = z
  .object({ status: described(z.literal('ok'), 'Always ok') })
  .meta({ id: 'Health', description: 'That the Worker answers' })

const outcome = z.enum(['ok', 'unavailable'])

export const readiness = z
  .object({
    status: described(outcome, 'ok when every dependency is'),
    dependencies: described(
      z.object({
        d1: described(outcome, 'The database'),
        kv: described(outcome, 'The key-value store'),
        r2: described(outcome, 'The bucket'),
        signingKey: described(outcome, 'The key that checkpoints are signed with'),
      }),
      'Each dependency, really tried',
    ),
    divergedLogs: described(
      z.int().nullable(),
      'How many tenants’ logs are not those that were signed, so that their runs wait for the operator; null when the database does not answer',
    ),
    unpublishedLogs: described(
      z.int().nullable(),
      'How many tenants’ logs could not be published when they were sealed, and were not mended since; null as above',
    ),
    setAsideLogs: described(
      z.int().nullable(),
      'How many tenants’ logs could not be put into the index of all logs, or were kept out of it by a row that somebody changed; null as above',
    ),
    indexAgeSeconds: described(
      z.int().nullable(),
      'Since the newest checkpoint of the index of all logs was signed; null before the first, too',
    ),
    missing: described(
      z.array(z.string()).optional(),
      'Bindings, secrets and variables that are not set, or cannot be read',
    ),
  })
  .meta({ id: 'Readiness', description: 'Whether everything the service depends on works' })

export type Readiness = z.infer<typeof readiness>

const columns = z.record(z.string(), z.array(z.string()))

const adapter = z.object({
  kind: described(z.string().meta({ example: 'stripe' }), 'The kind, the first part of an adapter'),
  formats: described(z.array(z.string()), 'The formats in which a dataset of this kind may be uploaded'),
  columns: described(columns, 'Column names of this kind of export, read before the general ones'),
})

const planLimit = z.object({
  plan: described(z.enum(plans), 'The plan'),
  burstPerMinute: described(z.int(), 'Requests of a tenant in a minute'),
  quotaPerHour: described(
    z.int(),
    'Requests of a tenant in an hour; a large run counts as one for each 1,000 records of both sides',
  ),
  storageBytes: described(z.int().nullable(), 'Bytes of lines that a tenant may keep; null for no limit'),
})
const policy = z.object({
  name: described(z.string(), 'The name of the policy, as in the RateLimit headers'),
  windowSeconds: described(z.int(), 'Seconds of a window'),
  partition: described(z.string(), 'What each counter is for'),
  bound: described(z.string(), 'How far over its limit the policy may let a caller go'),
})

export const metaRecord = z
  .object({
    service: described(z.literal('tallystick'), 'Always tallystick'),
    apiVersion: described(z.string(), 'Version of this API'),
    engineVersion: described(z.string(), 'Version of the engine that executes runs now'),
    adapters: described(z.array(adapter), 'Every adapter kind there is'),
    columns: described(
      columns,
      'Column names that are read without a mapping, by canonical field, the surest first; compared in lower case, without accents and signs',
    ),
    limits: described(z.record(z.string(), z.int()), 'Every limit by its name; the last word of a name is its unit'),
    rateLimits: described(
      z.object({
        policies: described(z.array(policy), 'The policies that requests are counted against'),
        plans: described(z.array(planLimit), 'The limits of each plan'),
        addressRequestsPerMinute: described(z.int(), 'Requests without a key from one address in a minute'),
        failedAuthenticationsPerMinute: described(z.int(), 'Refused keys from one address in a minute'),
      }),
      'How often requests may come',
    ),
    idempotency: described(
      z.object({ retentionSeconds: described(z.int(), 'For how long an answer is kept') }),
      'How Idempotency-Key is kept',
    ),
    publicKeys: described(z.array(publicKeyRecord), 'The public keys that checkpoints are signed with'),
    problems: described(
      z.array(
        z.object({
          code: described(z.string(), 'The code, as in a problem'),
          status: described(z.int(), 'Its HTTP status'),
          title: described(z.string(), 'Its title'),
        }),
      ),
      'Every problem there is',
    ),
  })
  .meta({ id: 'Meta', description: 'What the service says about itself' })

export type MetaRecord = z.infer<typeof metaRecord>

/** The text exposition format of Prometheus. */
export const metricsText = z.string()

/** A summary of the service in the form of llmstxt.org. */
export const llmsText = z.string()

/** A page of the documentation, in Markdown. */
export const documentText = z.string()

export const documentParams = z.object({
  page: described(z.string().meta({ example: 'api.md' }), 'The file name of a page, such as `api.md`'),
})

export const openApiDocument = z
  .looseObject({ openapi: described(z.string(), 'Version of OpenAPI') })
  .meta({ id: 'OpenApiDocument', description: 'This document' })
