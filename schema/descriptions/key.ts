/** Texts of the components of schema/key.ts: component, path of the property, text. */
export const keyDescriptions = {
  Key: {
    '': 'An API key, without its secret',
    id: 'The id of the key',
    name: 'A name for people',
    scopes: 'What the key may do',
    prefix: 'The beginning of the key, to tell keys apart by',
    createdAt: 'When it was made',
    expiresAt: 'When it ends; null for never',
    revokedAt: 'When it was revoked; null when it was not',
    lastUsedAt: 'When it was last used, to the hour; null for never',
  },
  NewKey: {
    '': 'An API key that was just made, with its secret',
    secret: 'The API key itself. Shown this once.',
  },
  RotatedKey: {
    '': 'The key that takes the place of another',
    previousExpiresAt: 'When the key before it ends',
  },
  KeyPage: {
    '': 'A page of API keys',
    data: 'The keys of the page, newest first',
    nextCursor: 'The cursor of the next page; null on the last',
  },
  KeyRequest: {
    '': 'The API key to make',
    name: 'A name for people',
    scopes: 'What the key may do, each scope at most once',
    expiresAt: 'When it ends; never when null or left out',
  },
  RotateRequest: {
    '': 'How a key is rotated',
    overlapSeconds: 'For how long the key before it stays valid',
  },
  TenantSettings: {
    '': 'Limits and duties of a tenant that differ from those of its plan',
    burstPerMinute: 'Requests in a minute',
    quotaPerHour: 'Requests in an hour',
    idempotencyKeyRequired: 'Whether uploads and runs are refused without an Idempotency-Key',
  },
  TenantRequest: {
    '': 'The tenant to make',
    name: 'A name for people',
    plan: 'The plan of its limits',
    settings: 'What differs from the plan',
  },
  NewTenant: {
    '': 'A tenant that was just made, with its first key',
    tenant: 'The tenant',
    'tenant.id': 'The id of the tenant',
    'tenant.name': 'Its name',
    'tenant.plan': 'Its plan',
    'tenant.settings': 'What differs from the plan',
    'tenant.createdAt': 'When it was made',
    key: 'Its first key',
    'key.id': 'The id of the key',
    'key.scopes': 'What the key may do',
    'key.secret': 'The API key itself. Shown this once.',
  },
} as const
