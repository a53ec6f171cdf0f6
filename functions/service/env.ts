export interface ReadingParameters {
  readonly tenantId: string
  /** The id of the upload, and of the dataset that it becomes. */
  readonly id: string
  readonly attempt: number
}

export interface LargeRunParameters {
  readonly tenantId: string
  readonly runId: string
  readonly attempt: number
  /** Present for an instance that does some of the run's tasks for the run's own instance. */
  readonly tasks?: InstanceTasks
}

/** Some of a run's independent tasks of a phase: see `runs/pieces/piece-tasks.ts`. */
export interface InstanceTasks {
  readonly phase: string
  readonly index: number
  readonly kind: string
  readonly tasks: readonly { readonly name: string; readonly given: unknown; readonly records?: number }[]
}

/** Which event for which webhook. */
export interface DeliveryName {
  readonly tenantId: string
  readonly webhookId: string
  readonly id: string
}

export interface Env {
  readonly DB: D1Database
  readonly KV: KVNamespace
  /** One bucket for all objects: see `store/object-names.ts`. */
  readonly BUCKET: R2Bucket
  /** Takes files by S3, which are then read as those of a link. */
  readonly INBOX?: R2Bucket
  /** Reads uploads in parts: an instance an attempt. */
  readonly UPLOADS: Workflow<ReadingParameters>
  /** Executes large runs in pieces: an instance an attempt, and more that do some of its tasks. */
  readonly RUNS: Workflow<LargeRunParameters>
  /** Carries the names of deliveries that are due. The database has the deliveries. */
  readonly WEBHOOKS: Queue<DeliveryName>
  /** Of the build, such as the OpenAPI document. The Worker answers every request itself. */
  readonly ASSETS: Fetcher
  /** `live` or `test`: the middle part of every API key, so that neither environment accepts the other's keys. */
  readonly ENVIRONMENT: string
  /** Origin of the tenant logs, in checkpoints; never taken from a request. */
  readonly LOG_ORIGIN?: string
  /** The most records of both sides of a run. If set, no Workflow executes runs. */
  readonly RUN_RECORDS_MAX?: string
  /** Instances that execute a large run together; 8 if not set. */
  readonly RUN_INSTANCES?: string
  /** Comma-separated origins that may call the keyed endpoints from a browser. */
  readonly CORS_ORIGINS?: string
  /** Signs checkpoints: PKCS #8 of an Ed25519 private key, base64. */
  readonly SIGNING_KEY?: string
  /** The signing key before, in the same form: while it is set, each new checkpoint carries its signature too. */
  readonly SIGNING_KEY_PREVIOUS?: string
  /** Former public keys that nothing else shows to be ours, in base64 or as vkeys, between commas or blanks. */
  readonly SIGNING_KEYS_RETIRED?: string
  /** Witnesses (C2SP tlog-witness) of the index log: a line `vkey url` each. */
  readonly WITNESSES?: string
  /** Address of a time-stamping authority (RFC 3161). */
  readonly TIMESTAMP_URL?: string
  /** Resolver of names by HTTPS, with answers in JSON; Cloudflare’s if not set. */
  readonly DOH_RESOLVER?: string
  /** Hosts of webhooks that may be without https and a public address, between commas; for tests alone. */
  readonly WEBHOOK_ALLOW?: string
  readonly KEY_PEPPER?: string
  readonly ADMIN_KEY?: string
  /** Where people sign in: see `platform/issuers.ts`. */
  readonly OIDC_ISSUERS?: string
  readonly ACCESS_APPLICATION?: string
  /** The platform's counters of a minute: one for each plan, and one by address for requests without a key. */
  readonly BURST_FREE?: RateLimit
  readonly BURST_STARTER?: RateLimit
  readonly BURST_GROWTH?: RateLimit
  readonly BURST_SCALE?: RateLimit
  readonly BURST_ENTERPRISE?: RateLimit
  readonly BURST_ADDRESS?: RateLimit
  readonly CF_VERSION_METADATA?: WorkerVersionMetadata
  /** Gets a point for each request, run, upload and task. */
  readonly METRICS?: AnalyticsEngineDataset
}
