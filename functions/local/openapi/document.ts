import './keep-texts.ts'
import { OpenAPIHono } from '@hono/zod-openapi'
import { ruleSchema } from '@tallystick/schema/rule'
import { createApp } from '@tallystick/service/app'
import { apiVersion } from '@tallystick/service/system/meta'
import { addExamples } from './add-examples.ts'
import { writeExtensions } from './extensions.ts'
import { headerComponents } from './header-components.ts'
import { lineSchemas } from './line-schemas.ts'
import { type Document, eachOperation } from './nodes.ts'
import { documented } from './operations.ts'
import { writeOutOverrides } from './overrides.ts'
import { writeOutProblems } from './problem-responses.ts'
import { writeTexts } from './references.ts'
import { refineSchemas } from './refinements.ts'
import { tags } from './tags.ts'
import { uploadedRecord } from './uploaded-record.ts'

/**
 * The OpenAPI document of the service. It is made in Node when the Worker is built, from the routes and from the zod
 * schemas that validate requests, with the descriptions of both.
 */

const heading = {
  openapi: '3.1.0',
  info: {
    title: 'Tallystick',
    version: apiVersion,
    description:
      'Reconciliation on the edge: exact, deterministic, verifiable. Two datasets are uploaded, a run matches their records under a rule set, and every line of its result can be explained and proven.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    contact: { name: 'The operator of this service' },
  },
  servers: [{ url: '/', description: 'The service that served this document' }],
  tags: [...tags],
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'The API key of a tenant; `x-required-scopes` of an operation are those that the key must have, or one of `x-alternative-scopes`',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-tallystick-session',
    description:
      'The session of a signed-in member, begun at `/auth/sign-in`; `x-required-role` of an operation is the first role that may call it. What is not GET also needs the Origin of this service',
  },
  adminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Key',
    description: 'The key of the operator. A service without one has no operations of this scheme',
  },
} as const

const noIsolate = (): never => {
  throw new Error('The app whose routes are documented answers no request')
}

/** The document, with the operator's operations or without. */
export function makeDocument({ hasAdmin }: { readonly hasAdmin: boolean }): Document {
  const collector = new OpenAPIHono()
  const registry = collector.openAPIRegistry
  // Registered here, since the schema of a run's `rules` only names the component.
  registry.register('Rule', ruleSchema)
  for (const [name, schema] of Object.entries({ UploadedRecord: uploadedRecord, ...lineSchemas }))
    registry.registerComponent('schemas', name, schema)
  for (const [name, header] of Object.entries(headerComponents)) registry.registerComponent('headers', name, header)
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    if (hasAdmin || name !== 'adminKey') registry.registerComponent('securitySchemes', name, scheme)
  }
  for (const definition of createApp(noIsolate).openAPIRegistry.definitions) {
    if (definition.type !== 'route')
      throw new Error('The routers register routes alone; components stand in this folder')
    if (hasAdmin || !isOperators(definition.route)) registry.registerPath(documented(definition.route))
  }
  const document: Document = JSON.parse(JSON.stringify(collector.getOpenAPI31Document(heading)))
  for (const operation of eachOperation(document)) {
    writeOutProblems(operation)
    for (const { schema } of operation.parameters ?? []) delete schema['description']
    addExamples(operation)
  }
  for (const schema of Object.values(document.components.schemas)) writeTexts(schema)
  writeExtensions(document.components.schemas)
  refineSchemas(document.components.schemas)
  writeOutOverrides(document.components.schemas)
  return document
}

/** Whether the operation wants the admin key. */
const isOperators = ({ security = [] }: { readonly security?: readonly object[] }): boolean =>
  security.some((scheme) => 'adminKey' in scheme)
