/** What the members of the schemas of `tenant.ts` mean, for the OpenAPI document. */
const storage = {
  storage: 'What the tenant keeps',
  'storage.usedBytes':
    'Bytes of lines kept: of datasets, results and policies. Parts of uploads and of runs that have not ended count, too.',
  'storage.limitBytes': 'Bytes that may be kept, by plan or setting; null for no limit',
  'storage.datasets': 'How many datasets are kept',
  'storage.runs': 'How many runs are kept, whatever their state',
} as const

const policy = (name: string, meaning: string) => ({
  [name]: meaning,
  [`${name}.limit`]: 'Requests allowed in the window',
  [`${name}.remaining`]: 'Requests left in the window, as far as this location knows',
  [`${name}.windowSeconds`]: 'Length of the window in seconds',
  [`${name}.resetSeconds`]: 'Seconds until the window ends',
})

export const tenantDescriptions = {
  Tenant: {
    '': 'A tenant of the service, as its operator sees it',
    id: 'The tenant’s id',
    name: 'The name that the operator gave',
    plan: 'The plan, which sets every limit that the settings do not',
    settings: 'Limits and duties that differ from those of the plan',
    createdAt: 'When the tenant was made',
    suspendedAt: 'Since when the tenant’s keys are refused and its runs wait; null unless they are',
    deletedAt:
      'When the tenant was deleted; null unless it was. Its lines are removed soon after; the tenant is listed until the hashes of its log are removed as well.',
    ...storage,
  },
  TenantPage: {
    '': 'A page of tenants, newest first',
    data: 'The tenants',
    nextCursor: 'Asks for the next page; null on the last',
  },
  TenantChange: {
    '': 'What is to change of a tenant. What is left out stays as it is.',
    name: 'The new name',
    plan: 'The new plan',
    settings: 'A JSON merge patch (RFC 7396): null removes a setting',
    'settings.burstPerMinute': 'Requests a minute in place of those of the plan',
    'settings.quotaPerHour': 'Requests an hour in place of those of the plan',
    'settings.idempotencyKeyRequired': 'Whether runs and uploads without an Idempotency-Key are refused',
    'settings.storageBytes': 'Bytes of lines that may be kept, in place of those of the plan',
    'settings.retentionDays': 'Runs and datasets older than this are removed',
    'settings.logRetentionDays': 'Days for which the hashes of the log stay once the tenant is deleted; 90 by default',
    suspended: 'True suspends the tenant, false ends its suspension',
  },
  Usage: {
    '': 'What the tenant uses of its limits, and what the key of this request may do',
    key: 'The key of this request',
    'key.id': 'The key’s id',
    'key.scopes': 'What the key may do',
    plan: 'The tenant’s plan',
    ...storage,
    requests: 'The rate limits, this request included',
    ...policy('requests.burst', 'Requests of this minute, at this location'),
    ...policy('requests.quota', 'Requests of this hour, everywhere, as far as known here'),
    runs: 'How many runs are kept in each state',
    'runs.queued': 'Runs that wait',
    'runs.running': 'Runs that are being executed',
    'runs.completed': 'Runs that are completed',
    'runs.failed': 'Runs that failed',
    'runs.cancelled': 'Runs that were cancelled',
  },
} as const
