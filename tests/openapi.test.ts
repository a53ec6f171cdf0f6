import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator as SchemaValidator } from '@cfworker/json-schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { buildAssets } from './support/node/build-assets.ts'
import { root } from './support/node/step.ts'

interface Described {
  readonly description?: string
}

interface Schema {
  readonly [member: string]: unknown
}

interface Parameter extends Described {
  readonly name: string
  readonly in: string
}

interface Media {
  readonly schema?: object
  readonly example?: unknown
}

interface Operation extends Described {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Described & { readonly content?: Readonly<Record<string, Media>> }>>
}

interface Document {
  readonly [member: string]: unknown
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Described>>
    readonly headers: Readonly<Record<string, Described>>
    readonly securitySchemes: Readonly<Record<string, Described>>
  }
}

buildAssets()
const document: Document = JSON.parse(readFileSync(join(root, 'dist/assets/openapi-with-admin.json'), 'utf8'))
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const isMissing = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

it('the OpenAPI document is valid OpenAPI 3.1.0', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('the validator refuses a document that is not', async () => {
  const { valid } = await new Validator().validate({ openapi: '3.1.0', info: { title: 'x' }, paths: {} })
  expect(valid).toBe(false)
})

it('gives each operation an id of its own, a tag that is described, a summary and a description', () => {
  const tags = document.tags.filter(({ description }) => !isMissing(description)).map(({ name }) => name)
  const bare = operations
    .filter(
      ({ operation }) =>
        isMissing(operation.operationId) ||
        isMissing(operation.summary) ||
        isMissing(operation.description) ||
        operation.tags?.length !== 1 ||
        !operation.tags.every((tag) => tags.includes(tag)),
    )
    .map(({ name }) => name)
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(bare).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
})

it('describes every schema, property, parameter, header and answer', () => {
  const { schemas, headers, securitySchemes } = document.components
  const undescribed = [
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      ...(isMissing(schema.description) ? [name] : []),
      ...propertyTexts({ ...schema })
        .filter(([, text]) => isMissing(text))
        .map(([path]) => `${name}.${path}`),
    ]),
    ...Object.entries({ ...headers, ...securitySchemes })
      .filter(([, { description }]) => isMissing(description))
      .map(([name]) => name),
    ...operations.flatMap(({ name, operation }) => [
      ...(operation.parameters ?? [])
        .filter(({ description }) => isMissing(description))
        .map((parameter) => `${name} ${parameter.name}`),
      ...Object.entries(operation.responses)
        .filter(([, { description }]) => isMissing(description))
        .map(([status]) => `${name} ${status}`),
    ]),
  ]
  expect(undescribed).toEqual([])
})

/** The paths of all properties of a component, each with its text. */
function propertyTexts(schema: Schema, path = ''): readonly (readonly [path: string, text: unknown])[] {
  const inner = [
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => schema[name] ?? []),
    schema['items'],
    schema['additionalProperties'],
  ].filter(isSchema)
  const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})
  return [
    ...properties.flatMap(([name, property]) => {
      if (!isSchema(property)) return []
      const own = path === '' ? name : `${path}.${name}`
      return [[own, property['description']] as const, ...propertyTexts(property, own)]
    }),
    ...inner.flatMap((part) => propertyTexts(part, path)),
  ]
}

it('says of every operation which key it asks for, and of a public one that it asks for none', () => {
  const schemes = operations.map(({ operation }) => JSON.stringify(operation.security))
  expect([...new Set(schemes)].sort()).toEqual([
    '[]',
    '[{"adminKey":[]}]',
    '[{"apiKey":[]},{"session":[]}]',
    '[{"session":[]}]',
  ])
  const publicNames = operations.filter(({ operation }) => operation.security?.length === 0).map(({ name }) => name)
  expect(publicNames.sort()).toEqual([
    'GET /.well-known/tallystick-keys',
    'GET /api/v1/health',
    'GET /api/v1/index/checkpoint',
    'GET /api/v1/index/entries/{place}',
    'GET /api/v1/index/tile/{level}/{place}',
    'GET /api/v1/meta',
    'GET /api/v1/openapi.json',
    'GET /api/v1/ready',
    'GET /auth/callback',
    'GET /auth/sign-in',
    'GET /docs/{page}',
    'GET /llms.txt',
    'GET /problems/{code}',
    'POST /api/v1/reconcile/run',
    'POST /auth/sign-in',
    'POST /auth/sign-out',
    'PUT /inbox/{token}',
  ])
})

/** What has no example: bytes. */
const isBinary = (mediaType: string) => /^application\/(zip|octet-stream|vnd\..*)$/.test(mediaType)

it('has an example, valid by its schema, for every body and every answer of success', () => {
  const bodies = operations.flatMap(({ name, operation }) => [
    ...Object.entries(operation.requestBody?.content ?? {}).map((entry) => [name, ...entry] as const),
    ...Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.entries(content).map((entry) => [name, ...entry] as const)),
  ])
  const faults = bodies
    .filter(([, mediaType]) => !isBinary(mediaType))
    .flatMap(([name, mediaType, { schema, example }]) => {
      if (example === undefined) return [`${name} ${mediaType} has none`]
      if (mediaType !== 'application/json') return []
      const validator = new SchemaValidator({ ...schema, components: document.components }, '2020-12', false)
      return validator
        .validate(example)
        .errors.map(({ error, instanceLocation }) => `${name} ${instanceLocation} ${error}`)
    })
  expect(faults).toEqual([])
})
