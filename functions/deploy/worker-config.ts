import { instanceCountUsual } from '@tallystick/service/platform/run-limits'
import type { Unstable_RawConfig } from 'wrangler'
import type { Deployment } from './deployment.ts'

interface ResourceIds {
  readonly databaseId: string
  readonly namespaceId: string
}

/**
 * The most records of both sides of a run on the free plan of Cloudflare, where a request has 10 ms of CPU time. A run
 * took about 9 ms in workerd before its first record, and 4 to 6 ms for each 1,000 records: docs/operating.md, "What it
 * costs".
 */
export const freeRunRecordCountMax = 200

/**
 * The configuration of a deployed Worker: wrangler.toml with the names, ids and variables of the deployment. Without
 * `ids` it binds no resources, for commands that look the resources up in the account.
 */
export function workerConfigOf(
  local: Unstable_RawConfig,
  deployment: Deployment,
  ids: ResourceIds | undefined,
): Unstable_RawConfig {
  const { limits, ...shared } = local
  const { name, domain, plan } = deployment
  return {
    ...shared,
    name,
    workers_dev: domain === undefined,
    preview_urls: false,
    ...(domain === undefined ? {} : { routes: [{ pattern: domain, custom_domain: true }] }),
    ...(plan === 'paid' && limits !== undefined ? { limits } : {}),
    vars: { ...local.vars, ...variablesOf(deployment) },
    ...storesOf(local, deployment, ids),
    ratelimits: (local.ratelimits ?? []).map((each) => ({
      ...each,
      namespace_id: String(Number(each.namespace_id) + deployment.counterOffset),
    })),
  }
}

function variablesOf({ environment, logOrigin, plan }: Deployment): { readonly [name: string]: string } {
  return {
    ENVIRONMENT: environment === 'production' ? 'live' : 'test',
    LOG_ORIGIN: logOrigin,
    RUN_INSTANCES: String(instanceCountUsual),
    ...(plan === 'free' ? { RUN_RECORDS_MAX: String(freeRunRecordCountMax) } : {}),
  }
}

function storesOf(
  local: Unstable_RawConfig,
  { name, jurisdiction, environment, plan }: Deployment,
  ids: ResourceIds | undefined,
): Partial<Unstable_RawConfig> {
  if (ids === undefined)
    return {
      ...{ d1_databases: [], kv_namespaces: [], r2_buckets: [], workflows: [], analytics_engine_datasets: [] },
      queues: {},
    }
  const place = jurisdiction === undefined ? {} : { jurisdiction }
  const suffix = environment === 'production' ? '' : `_${environment}`
  return {
    d1_databases: (local.d1_databases ?? []).map((each) => ({
      ...each,
      ...place,
      database_name: name,
      database_id: ids.databaseId,
    })),
    kv_namespaces: (local.kv_namespaces ?? []).map((each) => ({ ...each, id: ids.namespaceId })),
    r2_buckets: (local.r2_buckets ?? []).map((each) => ({
      ...{ ...each, ...place },
      bucket_name: ownNameOf(name, each.bucket_name ?? ''),
    })),
    workflows: (local.workflows ?? []).map(({ limits, ...each }) => ({
      ...each,
      name: ownNameOf(name, each.name),
      ...(plan === 'paid' && limits !== undefined ? { limits } : {}),
    })),
    queues: queuesOf(local, name),
    analytics_engine_datasets: (local.analytics_engine_datasets ?? []).map((each) => ({
      ...each,
      dataset: `${each.dataset ?? each.binding}${suffix}`,
    })),
  }
}

function queuesOf({ queues }: Unstable_RawConfig, name: string): NonNullable<Unstable_RawConfig['queues']> {
  const { producers = [], consumers = [] } = queues ?? {}
  return {
    producers: producers.map(({ queue = '', ...each }) => ({ ...each, queue: ownNameOf(name, queue) })),
    consumers: consumers.map((each) => ({ ...each, queue: ownNameOf(name, each.queue) })),
  }
}

/** The names of the queues of a deployment. */
export const queueNamesOf = (local: Unstable_RawConfig, deploymentName: string): readonly string[] =>
  (local.queues?.consumers ?? []).map(({ queue }) => ownNameOf(deploymentName, queue))

/** The names of the buckets of a deployment. */
export const bucketNamesOf = (local: Unstable_RawConfig, deploymentName: string): readonly string[] =>
  (local.r2_buckets ?? []).map(({ bucket_name = '' }) => ownNameOf(deploymentName, bucket_name))

/**
 * The name of a Workflow, queue or bucket in a deployment. All Workers of an account share these names, so `tallystick` in the local
 * name `tallystick-uploads` is replaced by the name of the deployment.
 */
export const ownNameOf = (deploymentName: string, localName: string): string =>
  localName.replace(/^tallystick/, deploymentName)
