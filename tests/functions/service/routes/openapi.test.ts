import { describe, expect, it } from 'vitest'
import { createApp } from '../../../../functions/service/app.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { problems } from '../../../../schema/problem-table.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { undocumentedMembers } from '../../../support/worker/undocumented-members.ts'

interface DocumentedResponse {
  readonly headers: Record<string, unknown>
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, DocumentedResponse> }>>
  readonly components: {
    readonly headers: Record<string, unknown>
    readonly schemas: Record<string, { readonly properties: { readonly code: { readonly enum: string[] } } }>
  }
}

const document = async () => (await createTestApp().client.get('/api/v1/openapi.json')).json<Document>()

/** Each operation as `METHOD /path/{id}`, sorted. */
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths)
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`))
    .sort()

describe('the OpenAPI document', () => {
  it('is of OpenAPI 3.1.0 and of this API', async () => {
    const { openapi, info } = await document()
    expect(openapi).toBe('3.1.0')
    expect(info.version).toBe('1.0.0')
  })

  it('has every registered route, and no other', async () => {
    const registered = createApp(createIsolate)
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:([A-Za-z]+)(\{[^}]*\})?/g, '{$1}')}`)
    expect(operationsOf(await document())).toEqual([...new Set(registered)].sort())
  })

  it('names every problem code', async () => {
    const { components } = await document()
    expect(components.schemas['Problem']?.properties.code.enum).toEqual(Object.keys(problems))
  })

  it('describes the headers of every answer, each once', async () => {
    const { paths, components } = await document()
    const described = new Set(Object.keys(components.headers))
    for (const operations of Object.values(paths))
      for (const { responses } of Object.values(operations))
        for (const { headers } of Object.values(responses)) {
          expect(Object.keys(headers)).toContain('X-Request-Id')
          expect(Object.keys(headers).filter((name) => !described.has(name))).toEqual([])
        }
    const { responses } = paths['/api/v1/runs']?.['post'] ?? {}
    expect(Object.keys(responses?.['201']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Location', 'Idempotent-Replayed', 'X-RateLimit-Remaining', 'RateLimit']),
    )
    expect(Object.keys(responses?.['401']?.headers ?? {})).toEqual(['X-Request-Id'])
    expect(Object.keys(responses?.['503']?.headers ?? {})).toContain('Retry-After')
  })

  it('lists a success and the common problems for every operation', async () => {
    const { paths } = await document()
    for (const operations of Object.values(paths))
      for (const { responses } of Object.values(operations)) {
        const statuses = Object.keys(responses)
        expect(statuses.some((status) => /^2|^30[23]$/.test(status))).toBe(true)
        expect(statuses).toEqual(expect.arrayContaining(['400', '406', '413', '415', '500']))
      }
  })

  it('is a file of the build with a strong ETag, which a caller that has it gets as 304', async () => {
    const { client } = createTestApp()
    const first = await client.get('/api/v1/openapi.json')
    const etag = first.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"/)
    expect(first.headers.get('Cache-Control')).toBe('no-cache')
    const again = await client.get('/api/v1/openapi.json', { 'If-None-Match': etag })
    expect(again.status).toBe(304)
    expect(again.headers.get('X-Request-Id')).toMatch(/^req_/)
  })

  it('serves no file of the build by its own path', async () => {
    expect((await createTestApp().client.get('/openapi.json')).status).toBe(404)
  })

  it('of a service without an admin key has neither its operations nor its scheme', async () => {
    const { client } = createTestApp({ env: { ADMIN_KEY: undefined } })
    const text = await (await client.get('/api/v1/openapi.json')).text()
    expect(text).not.toContain('/api/v1/admin/')
    expect(text).not.toContain('adminKey')
  })

  it('types the code of a problem as those that the answer may have', async () => {
    const { paths } = await document()
    const schema = JSON.stringify(paths['/api/v1/runs/{id}']?.['get']?.responses['404'])
    expect(schema).toContain('"enum":["run_not_found"]')
  })

  it('would not cover an answer with a member more than it names', async () => {
    const api = await (await createTestApp().client.get('/api/v1/openapi.json')).json<Record<string, unknown>>()
    const schema = { $ref: '#/components/schemas/Replay' }
    const fault = { run: { id: 'run_1', secret: 1, source: { root: 'x', more: 1 } }, replay: { identical: true } }
    expect(undocumentedMembers(api, schema, fault)).toEqual(['/run/secret', '/run/source/more'])
  })
})
