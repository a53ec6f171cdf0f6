import { describe, expect, it } from 'vitest'
import { createApp } from '../../../functions/app.ts'
import { problems } from '../../../functions/http/problem-table.ts'
import { createTestApp } from '../../support/worker/client.ts'

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
    const registered = createApp()
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
        expect(statuses.some((status) => status.startsWith('2'))).toBe(true)
        expect(statuses).toEqual(expect.arrayContaining(['400', '406', '413', '415', '500']))
      }
  })
})
