import { env as bindings } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Env } from '../../../functions/service/env.ts'
import type { Readiness } from '../../../schema/meta.ts'
import { sizeOf } from '../../support/forms.ts'
import { createTestApp, type TestAppOptions } from '../../support/worker/client.ts'
import type { Problem } from '../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../support/worker/runs.ts'

/** What the service cannot do all of its work without. */
const required = [
  'DB',
  'KV',
  'BUCKET',
  'UPLOADS',
  'ASSETS',
  'ENVIRONMENT',
  'LOG_ORIGIN',
  'SIGNING_KEY',
  'KEY_PEPPER',
] as const
const optional = [
  'CORS_ORIGINS',
  'ADMIN_KEY',
  'SIGNING_KEY_PREVIOUS',
  'SIGNING_KEYS_RETIRED',
  'WITNESSES',
  'TIMESTAMP_URL',
  'OIDC_ISSUERS',
  'ACCESS_APPLICATION',
] as const

/** Two, so that a sign-in has to choose and asks neither. */
const issuers = 'https://one.example.com tallystick\nhttps://two.example.com tallystick'

/** What is not there without an optional setting. */
const needing: Readonly<Record<string, readonly string[]>> = { OIDC_ISSUERS: ['GET /auth/sign-in'] }

/** Routes that answer whatever is missing; of the document, whatever else than the files of the build. */
const independentOf = (name: string) => [
  '/health',
  '/meta',
  '/problems/{code}',
  '/reconcile/run',
  ...(name === 'ASSETS' ? [] : ['/openapi.json']),
]

const bodies: Readonly<Record<string, object>> = {
  '/api/v1/runs': demoRun,
  '/api/v1/datasets': { name: 'One', adapter: 'bank', records: [{ id: 'a', amount: '1', date: '2026-03-01' }] },
  '/api/v1/datasets/uploads': { name: 'One', adapter: 'bank', byteCount: 9 },
  '/api/v1/keys': { name: 'Another', scopes: ['runs:read'] },
  '/api/v1/admin/tenants': { name: 'Another' },
  '/api/v1/reconcile/run': {
    source: { adapter: 'stripe' },
    target: { adapter: 'quickbooks' },
    rules: { matching: [{ field: 'amount', tolerance: 0.01 }] },
  },
}

/** Every operation of the document, with ids that exist. */
let operations: readonly { readonly method: string; readonly template: string; readonly path: string }[]
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  const app = createTestApp()
  const { client, tenantId, secret, keyId } = await app.newTenant()
  const run = await makeRun(client)
  headers = { 'X-API-Key': secret, 'X-Admin-Key': bindings.ADMIN_KEY ?? '', Origin: 'https://elsewhere.test' }
  const document = await (await client.get('/api/v1/openapi.json')).json<{ paths: Record<string, object> }>()
  const idOf = (template: string) =>
    template.includes('/keys/') ? keyId : template.includes('/tenants/') ? tenantId : run.id
  operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      template,
      path: template.replace('{code}', 'internal_error').replaceAll(/\{\w+\}/g, idOf(template)),
    })),
  )
})

/** The answers of all operations without a binding, by its name: asked for once. */
const answersByName = new Map<string, ReturnType<typeof answersWithout>>()
function answersWithoutThe(name: string) {
  const asked = answersByName.get(name) ?? answersWithout({ [name]: undefined })
  answersByName.set(name, asked)
  return asked
}

/** Where nothing is missing, or it is of another type, the short form asks for every sixth operation: all of them in turn. */
const stride = sizeOf({ short: 6, long: 1 })

/** Which operations are asked for: every `every`th, from the one whose turn it is. */
interface Share {
  readonly every: number
  readonly turn: number
}

/** The answers of operations, except those that would end the key, and the line that each has in the log. */
async function answersWithout(env: TestAppOptions['env'], { every, turn }: Share = { every: 1, turn: 0 }) {
  const app = createTestApp({ env: { OIDC_ISSUERS: issuers, ...env } })
  const answers: {
    operation: string
    status: number
    code: string | undefined
    retry: string | null
    lines: string[]
  }[] = []
  const asked = operations
    .filter(({ method }) => method !== 'DELETE')
    .filter((_, index) => index % every === turn % every)
  for (const { method, template, path } of asked) {
    const before = app.logLines.length
    const response =
      method === 'POST'
        ? await app.clientWith(headers).post(path, bodies[path] ?? {})
        : await app.clientWith(headers).get(path)
    const isProblem = response.headers.get('Content-Type') === 'application/problem+json'
    const code = isProblem ? (await response.json<Problem>()).code : undefined
    if (!isProblem) await response.arrayBuffer()
    const retry = response.headers.get('Retry-After')
    const operation = `${method} ${template}`
    answers.push({ operation, status: response.status, code, retry, lines: app.logLines.slice(before) })
  }
  return answers
}

const isIndependent = (operation: string, name: string) => independentOf(name).some((end) => operation.endsWith(end))

describe('without a binding, a variable or a secret', () => {
  it.each(required)('%s, no route answers 500, and each has one line in the log that names it', async (name) => {
    const answers = await answersWithoutThe(name)
    expect(answers.length).toBeGreaterThan(30)
    for (const { operation, status, code, retry, lines } of answers) {
      const isReady = operation.endsWith('/ready')
      expect({ operation, isFine: status < 500 || code === 'not_configured' || isReady }).toMatchObject({
        isFine: true,
      })
      expect(lines.length, operation).toBe(1)
      expect(JSON.parse(lines[0] ?? ''), operation).toMatchObject({ status, missing: [name] })
      if (code === 'not_configured')
        expect({ operation, status, retry }).toEqual({ operation, status: 503, retry: null })
      if (isIndependent(operation, name)) expect({ operation, status }).toEqual({ operation, status: 200 })
    }
  })

  it.each([
    ['DB', 'GET /api/v1/runs', 'POST /api/v1/admin/tenants'],
    ['BUCKET', 'POST /api/v1/runs', 'POST /api/v1/datasets/uploads'],
    ['UPLOADS', 'POST /api/v1/datasets/uploads'],
    ['ASSETS', 'GET /api/v1/openapi.json'],
    ['ENVIRONMENT', 'GET /api/v1/runs', 'POST /api/v1/admin/tenants'],
    ['LOG_ORIGIN', 'POST /api/v1/runs'],
    ['SIGNING_KEY', 'POST /api/v1/runs'],
    ['KEY_PEPPER', 'GET /api/v1/runs', 'POST /api/v1/admin/tenants'],
  ])('%s, what needs it answers not_configured', async (name, ...needing) => {
    const answers = await answersWithoutThe(name)
    for (const operation of needing)
      expect(answers.find((answer) => answer.operation === operation)).toMatchObject({ code: 'not_configured' })
  })

  it.each(optional)('%s, which may be left out, everything else is as it was', async (name) => {
    const share = { every: stride, turn: optional.indexOf(name) }
    for (const { operation, status, code, lines } of await answersWithout({ [name]: undefined }, share)) {
      const isGone = code === 'not_configured' && needing[name]?.includes(operation) === true
      expect({ operation, isFine: status < 500 || isGone }).toEqual({ operation, isFine: true })
      expect(JSON.parse(lines[0] ?? ''), operation).not.toHaveProperty('missing')
    }
  })

  it('of another type than it should have, it is as good as missing', async () => {
    const wrong: Record<string, unknown> = {
      DB: 'tallystick',
      KV: {},
      BUCKET: 'tallystick',
      LOG_ORIGIN: 7,
      KEY_PEPPER: {},
    }
    for (const [turn, name] of required.entries()) {
      const env = { [name]: wrong[name] ?? 1, CORS_ORIGINS: ['https://elsewhere.test'] } as unknown as Partial<Env>
      for (const { operation, status, code } of await answersWithout(env, { every: stride, turn })) {
        const isFine = status < 500 || code === 'not_configured' || operation.endsWith('/ready')
        expect({ name, operation, isFine }).toMatchObject({ isFine: true })
      }
    }
  })

  it('/ready names each of them', async () => {
    for (const name of required) {
      const response = await createTestApp({ env: { [name]: undefined } }).client.get('/api/v1/ready')
      expect(response.status).toBe(503)
      expect((await response.json<Readiness>()).missing, name).toEqual([name])
    }
  })
})
