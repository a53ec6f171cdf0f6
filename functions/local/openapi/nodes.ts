/** The parts of an OpenAPI document: plain JSON, which is changed in place while the document is made. */

export interface Node {
  [member: string]: unknown
}

export interface Media {
  schema?: Node
  example?: unknown
  examples?: { [name: string]: { summary?: string; value: unknown } }
  'x-codes'?: readonly string[]
}

export interface Answer {
  description: string
  content?: { [mediaType: string]: Media }
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema: Node
}

export interface Operation {
  operationId: string
  tags?: readonly string[]
  summary?: string
  description?: string
  security?: readonly object[]
  'x-required-scopes'?: readonly string[]
  parameters?: Parameter[]
  requestBody?: { content: { [mediaType: string]: Media } }
  responses: { [status: string]: Answer }
}

export interface Document {
  openapi: string
  info: { title: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { [name: string]: Node } }
}

/** Every operation of the document, in its order. */
export const eachOperation = (document: Document): readonly Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path))

/** Whether `value` is an object with members, and no list. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The schemas inside `schema` for the same value, or for its elements or its members' values; its properties are not
 * among them.
 */
export const innerSchemas = (schema: Node): readonly Node[] =>
  ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items', 'additionalProperties']
    .flatMap((name) => schema[name])
    .filter(isNode)

/** The properties of `schema` itself, without those of the schemas inside. */
export const propertiesOf = (schema: Node): readonly (readonly [string, Node])[] =>
  Object.entries(isNode(schema['properties']) ? schema['properties'] : {}).flatMap(([name, property]) =>
    isNode(property) ? [[name, property] as const] : [],
  )
