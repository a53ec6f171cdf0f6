import type { OperationText } from './tags.ts'

/** The texts of the operations that are about the service, most of them for its operator. */
export const operatorTexts: Readonly<Record<string, OperationText>> = {
  getHealth: {
    tag: 'System',
    summary: 'Whether the Worker answers',
    description: 'Answers without touching anything else.',
  },
  getReadiness: {
    tag: 'System',
    summary: 'Whether everything the service depends on works',
    description: 'Really tries each dependency; 503 names those that do not work.',
  },
  getMeta: {
    tag: 'System',
    summary: 'What this service is',
    description:
      'Versions, adapters with their formats and columns, limits, rate policies, public keys and problem codes.',
  },
  getOpenApi: {
    tag: 'System',
    summary: 'Get this document',
    description:
      'The OpenAPI document of this service; with the operator’s operations where the service has an admin key.',
  },
  getProblem: {
    tag: 'System',
    summary: 'What a problem code means',
    description: 'The page that the `type` of a problem names.',
  },
  createTenant: {
    tag: 'Admin',
    summary: 'Make a tenant',
    description: 'Makes a tenant and its first key, which has every scope and whose secret is in this answer only.',
  },
  recoverTenantLog: {
    tag: 'Admin',
    summary: 'Recover the log of a tenant',
    description:
      'Brings the stored log back to the log that was signed, after it has diverged or after a restore of the database. Receipts that are missing or altered are read back from R2 and verified by the keys of the service; nothing is signed. Runs whose rows are gone are lost, and listed.',
  },
  listTenants: {
    tag: 'Admin',
    summary: 'All tenants, newest first',
    description: 'Deleted tenants are among them until the hashes of their logs are removed.',
  },
  getTenant: {
    tag: 'Admin',
    summary: 'A tenant',
    description: 'With its settings and what it keeps.',
  },
  updateTenant: {
    tag: 'Admin',
    summary: 'Changes a tenant: name, plan, settings, suspension',
    description:
      'What is left out stays as it is; a setting that is null is removed. It holds everywhere within 15 seconds.',
  },
  deleteTenant: {
    tag: 'Admin',
    summary: 'Deletes a tenant',
    description:
      'Its keys stop within 15 seconds. Its lines are removed in the minutes after, and the hashes of its log after 90 days, unless its settings say otherwise. Repeating the request changes nothing.',
  },
  exportTenant: {
    tag: 'Admin',
    summary: 'Everything of a tenant as one zip',
    description:
      'Tenant, keys without what checks them, datasets with their records, runs with their results, policies, receipts and the head of the log. Made while it is read.',
  },
  createTenantKey: {
    tag: 'Admin',
    summary: 'Makes an API key for a tenant, with any scopes; its secret is in this answer only',
    description:
      'For scopes that no key of the tenant has, such as those that are newer than its keys: a key of the tenant gives out only scopes of its own.',
  },
  revokeTenantKey: {
    tag: 'Admin',
    summary: 'Revokes an API key of a tenant, whatever its scopes',
    description:
      'For keys with scopes that no other key of the tenant has: a key revokes only keys whose scopes it has. May be repeated.',
  },
  getMetrics: {
    tag: 'System',
    summary: 'Figures of the service for a monitoring system',
    description:
      'In the text exposition format of Prometheus. Gauges are read from the database and are those of the whole service. Counters and the latency are those of the isolate that answers, named by the label `isolate`; Workers Analytics Engine has them of all isolates.',
  },
}
