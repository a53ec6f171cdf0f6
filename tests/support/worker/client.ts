import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env as bindings } from 'cloudflare:workers'
import { createApp } from '../../../functions/service/app.ts'
import type { Env } from '../../../functions/service/env.ts'
import { makeKey } from '../../../functions/service/keys/make-key.ts'
import { isAdminEnabled } from '../../../functions/service/platform/configuration.ts'
import { createId } from '../../../functions/service/platform/ids.ts'
import { createIsolate, type Isolate } from '../../../functions/service/platform/isolate.ts'
import { tenantStore } from '../../../functions/service/store/tenant-store.ts'
import {
  scopes as everyScope,
  givenByAdministrators,
  type PricingPlan,
  type Scope,
  type TenantSettings,
} from '../../../schema/key.ts'
import { testOrigin } from '../issuers.ts'
import { type Contract, createContract } from './contract.ts'
import { lockedBucket } from './faulty-bucket.ts'
import { memoryQueue } from './memory-queue.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export const origin = testOrigin

type Headers = Readonly<Record<string, string>>
type Body = string | Uint8Array | ReadableStream<Uint8Array> | object

/** Sends requests to the app and checks every answer against the OpenAPI document. */
export interface Client {
  readonly get: (path: string, headers?: Headers) => Promise<Response>
  readonly head: (path: string, headers?: Headers) => Promise<Response>
  /** A plain object is sent as JSON; text, bytes and streams as they are, with the Content-Type in `headers`. */
  readonly post: (path: string, body?: Body, headers?: Headers) => Promise<Response>
  readonly put: (path: string, body: Body, headers?: Headers) => Promise<Response>
  readonly delete: (path: string, headers?: Headers) => Promise<Response>
  readonly send: (path: string, init: RequestInit) => Promise<Response>
}

export interface TestTenant {
  readonly tenantId: string
  readonly keyId: string
  /** The API key in full. */
  readonly secret: string
  /** A client that sends this key. */
  readonly client: Client
}

export interface NewTenant {
  readonly plan?: PricingPlan
  readonly settings?: TenantSettings
  readonly scopes?: readonly Scope[]
}

export interface TestApp {
  readonly isolate: Isolate
  readonly recorder: Recorder
  /** The bindings of the app: recorded ones, except for those that the option `env` replaced. */
  readonly env: Env
  /** A client without a key. */
  readonly client: Client
  /** A client that sends `headers` with every request. */
  readonly clientWith: (headers: Headers) => Client
  /**
   * A new tenant with one key (by default every scope and the plan enterprise). The key has been looked up, the counters
   * are written, and the recorder is empty: it then records the test's own requests only.
   */
  readonly newTenant: (options?: NewTenant) => Promise<TestTenant>
  /** Sends a request without checking its answer, whose body is then as the app made it. */
  readonly fetch: (request: Request) => Promise<Response>
  /** One line of JSON for each request so far. */
  readonly logLines: readonly string[]
}

export interface TestAppOptions extends Partial<Omit<Isolate, 'log'>> {
  /** Bindings and variables that differ from the usual ones of the tests. */
  readonly env?: { readonly [Name in keyof Env]?: Env[Name] | undefined }
}

let ofRequest: Isolate | undefined
/** One app for all isolates: to make its routes costs more than most requests. */
const app = createApp(() => {
  if (ofRequest === undefined) throw new Error('No request')
  return ofRequest
})

/** The contract of an app with admin routes and of one without them; made once in a process. */
const contracts = new Map<boolean, Contract>()

/** The whole Worker in an isolate of its own (caches, counters, clock) over the D1, KV and R2 of the test file. */
export function createTestApp({ env: replaced, ...options }: TestAppOptions = {}): TestApp {
  const logLines: string[] = []
  const isolate = createIsolate({ ...options, log: (line) => logLines.push(line) })
  const recorder = createRecorder({ ...bindings, BUCKET: lockedBucket(bindings.BUCKET) })
  const env: Env = Object.assign(withoutPlatformCounters(recorder.env), replaced)

  const fetch = async (request: Request): Promise<Response> => {
    const context = createExecutionContext()
    // The app asks for it before it waits for anything.
    ofRequest = isolate
    const response = await app.fetch(request, env, context)
    await waitOnExecutionContext(context)
    return response
  }
  /** Documents differ by their admin routes alone, and reading one costs more than most tests. */
  const contractOf = async (): Promise<Contract> => {
    const known = contracts.get(isAdminEnabled(env))
    if (known !== undefined) return known
    const response = await fetch(new Request(`${origin}/api/v1/openapi.json`))
    const contract = createContract(await response.json())
    contracts.set(isAdminEnabled(env), contract)
    return contract
  }
  const clientWith = (own: Headers): Client => {
    const send = async (path: string, init: RequestInit) => {
      const request = new Request(new URL(path, origin), init)
      for (const [name, value] of Object.entries(own)) if (!request.headers.has(name)) request.headers.set(name, value)
      const { check } = await contractOf()
      const response = await fetch(request)
      await check(request, response)
      return response
    }
    return {
      send,
      get: (path, headers = {}) => send(path, { headers }),
      head: (path, headers = {}) => send(path, { method: 'HEAD', headers }),
      delete: (path, headers = {}) => send(path, { method: 'DELETE', headers }),
      put: (path, body, headers = {}) => send(path, { method: 'PUT', ...encode(body, headers) }),
      post: (path, body, headers = {}) => send(path, { method: 'POST', ...encode(body, headers) }),
    }
  }

  const newTenant = async ({ plan = 'enterprise', settings = {}, scopes = usualScopes }: NewTenant = {}) => {
    const now = isolate.now()
    const tenantId = createId('ten', now)
    const { key, secret } = makeKey(env, { ...testKey, tenantId, scopes, createdAt: now })
    const tenant = { id: tenantId, name: 'Test tenant', plan, settings, createdAt: now }
    const act = { action: 'key.made', subject: key.id, details: {} } as const
    const by = { actorKind: 'operator', actorId: null, actorName: null, requestId: 'req_test' } as const
    const event = { tenantId, id: createId('evt', now), time: now, ...act, ...by }
    await tenantStore(env.DB).create(tenant, { ...key, lastUsedAt: now }, event)
    const client = clientWith({ 'X-API-Key': secret })
    await client.get('/api/v1/keys')
    recorder.reset()
    return { tenantId, keyId: key.id, secret, client }
  }

  return { isolate, recorder, env, client: clientWith({}), clientWith, newTenant, fetch, logLines }
}

/** As the first key of a tenant. */
const usualScopes = everyScope.filter((scope) => !givenByAdministrators.includes(scope))

const testKey = { name: 'Test key', expiresAt: null, createdBy: null }

/** Without the platform's counters: they go by real time, and all apps of a test file share them. */
function withoutPlatformCounters({ DB, KV, BUCKET, UPLOADS, RUNS, ASSETS, WEBHOOKS: _, ...env }: Env): Env {
  const variables = Object.entries(env).filter(([name]) => !name.startsWith('BURST_'))
  return Object.assign(
    {
      DB,
      KV,
      BUCKET,
      UPLOADS,
      RUNS,
      ASSETS,
      WEBHOOKS: memoryQueue().binding,
      ENVIRONMENT: '',
      LOG_ORIGIN: '',
      CORS_ORIGINS: '',
    },
    Object.fromEntries(variables),
  )
}

function encode(body: Body | undefined, headers: Headers): RequestInit {
  if (body === undefined) return { headers }
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return { body, headers }
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }
}
