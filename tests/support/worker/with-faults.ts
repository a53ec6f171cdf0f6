import { env as bindings } from 'cloudflare:workers'
import type { LargeRunParameters, ReadingParameters } from '../../../functions/service/env.ts'
import type { Isolate } from '../../../functions/service/platform/isolate.ts'
import { createTestApp, origin, type TestApp, type TestTenant } from './client.ts'
import { lockedBucket } from './faulty-bucket.ts'
import { faultyStores, type StoreFault } from './faulty-stores.ts'
import { memoryQueue } from './memory-queue.ts'
import { memoryWorkflow } from './memory-workflow.ts'
import { issuerLines } from './people.ts'
import type { Asked, Scene } from './scenes/scene.ts'
import { type RowCounts, rowCountsOf, rowsBeyond } from './tenant-rows.ts'

/** What became of a request that a client sends, and sends again where it is told to. */
export interface Outcome {
  /** Of the last answer. */
  readonly status: number
  /** Of the first answer; undefined where the Worker ended. */
  readonly firstStatus: number | undefined
  readonly code: string | undefined
  /** Requests after the first. */
  readonly retryCount: number
  /** Calls of stores of the first request. */
  readonly callCount: number
  /** Whether one of them had the fault. */
  readonly wasMet: boolean
  /** What the tenant has more than before: rows by table and state, and objects of lines. */
  readonly effect: RowCounts
  readonly before: RowCounts
  /** The Worker of so many milliseconds later. */
  readonly later: (milliseconds: number) => TestApp
  readonly tenant: TestTenant
}

/** Long enough for a local store on a busy machine. */
const storageMilliseconds = 1_000
/** A guard against a hang, never a measurement. */
const hangAfterMilliseconds = 120_000
const retryCountMax = 3

/**
 * A request of `scene` in a new tenant, whose first try has the fault. The client repeats it up to three times, as
 * `Retry-After` says; where the Worker ended, another takes its place. `own` is what differs in its isolates.
 */
export async function askedWith(scene: Scene, fault?: StoreFault, own: Partial<Isolate> = {}): Promise<Outcome> {
  let waited = 0
  const now = () => Date.now() + waited
  const workflows = { RUNS: memoryWorkflow<LargeRunParameters>(), UPLOADS: memoryWorkflow<ReadingParameters>() }
  const plain = {
    ...{ DB: bindings.DB, KV: bindings.KV, BUCKET: lockedBucket(bindings.BUCKET) },
    ...{
      RUNS: workflows.RUNS.binding,
      UPLOADS: workflows.UPLOADS.binding,
      WEBHOOKS: memoryQueue().binding,
      OIDC_ISSUERS: issuerLines.join('\n'),
    },
  }
  const faulty = faultyStores(plain)
  const appWith = (stores: object) => createTestApp({ ...own, now, storageMilliseconds, env: { ...plain, ...stores } })
  const first = appWith(faulty.stores)
  const tenant = await first.newTenant()
  const asked = await scene(first, tenant)
  const before = await rowCountsOf(tenant.tenantId)
  faulty.begin(fault)
  const ofFirst = await Promise.race([
    answerTo(first, tenant, asked),
    faulty.ended().then(() => undefined),
    hanging(`${asked.method} ${asked.path}`),
  ])
  const callCount = faulty.calls.length
  const wasMet = faulty.wasMet()
  faulty.stop()
  await faulty.land()
  const app = ofFirst === undefined ? appWith({}) : first
  let answer = ofFirst
  let retryCount = 0
  while (isUnfinished(answer) && retryCount < retryCountMax) {
    waited += 1000 * Number(answer?.headers.get('Retry-After') ?? 1)
    retryCount += 1
    answer = await answerTo(app, tenant, asked)
  }
  return {
    status: answer?.status ?? 0,
    firstStatus: ofFirst?.status,
    code: await codeOf(answer),
    retryCount,
    callCount,
    wasMet,
    effect: rowsBeyond(before, await rowCountsOf(tenant.tenantId)),
    before,
    later(milliseconds) {
      waited += milliseconds
      return appWith({})
    },
    tenant,
  }
}

/** Rejects where a request does not end. */
const hanging = (what: string): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${what} does not end`)), hangAfterMilliseconds)
  })

/** What a client takes for “try again”. */
export const isUnfinished = (answer: Response | undefined): boolean =>
  !answer || answer.status >= 500 || (answer.status >= 400 && answer.headers.has('Retry-After'))

/** The answer to a request, whose body has arrived; undefined where it broke off. */
export async function answerTo(
  app: TestApp,
  { secret }: TestTenant,
  { method, path, headers, by, body }: Asked,
): Promise<Response | undefined> {
  const all = { ...(by ?? { 'X-API-Key': secret }), ...headers }
  const init = { method, headers: all, ...(body !== undefined && { body }) }
  const answer = await app.fetch(new Request(new URL(path, origin), init))
  const bytes = await answer.arrayBuffer().catch(() => undefined)
  return bytes && new Response(answer.status === 204 || answer.status === 304 ? null : bytes, answer)
}

async function codeOf(answer: Response | undefined): Promise<string | undefined> {
  if (!answer || answer.status < 400) return undefined
  return (await answer.json<{ code?: string }>().catch(() => undefined))?.code
}
