/** Texts of the components of schema/meta.ts: component, path of the property, text. */
export const metaDescriptions = {
  Health: {
    '': 'That the Worker answers',
    status: 'Always ok',
  },
  Readiness: {
    '': 'Whether everything the service depends on works',
    divergedLogs:
      'How many tenants’ logs are not those that were signed, so that their runs wait for the operator; null when the database does not answer',
    unpublishedLogs:
      'How many tenants’ logs could not be published when they were sealed, and were not mended since; null as above',
    setAsideLogs:
      'How many tenants’ logs could not be put into the index of all logs, or were kept out of it by a row that somebody changed; null as above',
    indexAgeSeconds: 'Since the newest checkpoint of the index of all logs was signed; null before the first, too',
    missing: 'Bindings, secrets and variables that are not set, or cannot be read',
    status: 'ok when every dependency is',
    dependencies: 'Each dependency, really tried',
    'dependencies.d1': 'The database',
    'dependencies.kv': 'The key-value store',
    'dependencies.r2': 'The bucket',
    'dependencies.signingKey': 'The key that checkpoints are signed with',
  },
  Meta: {
    '': 'What the service says about itself',
    'adapters.columns': 'Column names of this kind of export, read before the general ones',
    columns:
      'Column names that are read without a mapping, by canonical field, the surest first; compared in lower case, without accents and signs',
    'rateLimits.policies.bound': 'How far over its limit the policy may let a caller go',
    service: 'Always tallystick',
    apiVersion: 'Version of this API',
    engineVersion: 'Version of the engine that executes runs now',
    adapters: 'Every adapter kind there is',
    'adapters.kind': 'The kind, the first part of an adapter',
    'adapters.formats': 'The formats in which a dataset of this kind may be uploaded',
    limits: 'Every limit by its name; the last word of a name is its unit',
    rateLimits: 'How often requests may come',
    'rateLimits.policies': 'The policies that requests are counted against',
    'rateLimits.policies.name': 'The name of the policy, as in the RateLimit headers',
    'rateLimits.policies.windowSeconds': 'Seconds of a window',
    'rateLimits.policies.partition': 'What each counter is for',
    'rateLimits.plans': 'The limits of each plan',
    'rateLimits.plans.plan': 'The plan',
    'rateLimits.plans.burstPerMinute': 'Requests of a tenant in a minute',
    'rateLimits.plans.storageBytes': 'Bytes of lines that a tenant may keep; null for no limit',
    'rateLimits.plans.quotaPerHour':
      'Requests of a tenant in an hour; a large run counts as one for each 1,000 records of both sides',
    'rateLimits.addressRequestsPerMinute': 'Requests without a key from one address in a minute',
    'rateLimits.failedAuthenticationsPerMinute': 'Refused keys from one address in a minute',
    idempotency: 'How Idempotency-Key is kept',
    'idempotency.retentionSeconds': 'For how long an answer is kept',
    publicKeys: 'The public keys that checkpoints are signed with',
    problems: 'Every problem there is',
    'problems.code': 'The code, as in a problem',
    'problems.status': 'Its HTTP status',
    'problems.title': 'Its title',
  },
  OpenApiDocument: {
    '': 'This document',
    openapi: 'Version of OpenAPI',
  },
} as const
