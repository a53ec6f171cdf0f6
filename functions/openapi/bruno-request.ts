import type { Block } from './bruno-blocks.ts'
import type { Node, Operation, Parameter } from './nodes.ts'

/** An operation of the OpenAPI document as a request of Bruno. */

/** An operation with its place in the document. */
export interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** How a key is sent. Bruno has its value in a secret of the environment. */
export const keyBlock = (scheme: 'apiKey' | 'adminKey'): Block => ({
  name: 'auth:apikey',
  pairs: {
    key: scheme === 'apiKey' ? 'X-API-Key' : 'X-Admin-Key',
    value: `{{${scheme}}}`,
    placement: 'header',
  },
})

/** The request of an operation, with a body of JSON where it has one; without what names it. */
export function requestBlocks(placed: Placed): readonly Block[] {
  const { method, operation } = placed
  const { parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.example
  const isOperators = operation.security?.some((scheme) => 'adminKey' in scheme) === true
  const auth = isOperators ? 'apikey' : operation.security?.length === 0 ? 'none' : 'inherit'
  const named = parameters.filter((parameter) => parameter.in === 'path')
  const inUrl = named.filter(hasSegments)
  const shownOf = (parameter: Parameter) => variableOf(placed, parameter) ?? exampleOf(parameter)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return [
    { name: method, pairs: { url: urlOf(placed, inUrl, query), body: body === undefined ? 'none' : 'json', auth } },
    { name: 'params:query', pairs: pairsOf(query, exampleOf) },
    {
      name: 'params:path',
      pairs: pairsOf(
        named.filter((parameter) => !hasSegments(parameter)),
        shownOf,
      ),
    },
    { name: 'headers', pairs: { ...acceptOf(operation), ...pairsOf(parameters.filter(isHeader), exampleOf) } },
    ...(isOperators ? [keyBlock('adminKey')] : []),
    ...(body === undefined ? [] : [{ name: 'body:json', text: JSON.stringify(body, null, 2) }]),
    { name: 'vars:pre-request', pairs: pairsOf(inUrl, exampleOf) },
    { name: 'vars:post-response', pairs: madeBy(placed) },
    { name: 'docs', text: textOf(operation) },
  ]
}

const isHeader = (parameter: Parameter): boolean => parameter.in === 'header'

/** Bruno would encode the slashes of such a parameter. */
const hasSegments = (parameter: Parameter): boolean => exampleOf(parameter).includes('/')

function urlOf({ path }: Placed, inUrl: readonly Parameter[], query: readonly Parameter[]): string {
  const places = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    inUrl.some((parameter) => parameter.name === name) ? `{{${name}}}` : `:${name}`,
  )
  const sent = query.filter(({ required }) => required).map((parameter) => `${parameter.name}=${exampleOf(parameter)}`)
  return `{{baseUrl}}${places}${sent.length === 0 ? '' : `?${sent.join('&')}`}`
}

/** Parameters that need not be sent stand there switched off. */
const pairsOf = (parameters: readonly Parameter[], shownOf: (parameter: Parameter) => string) =>
  Object.fromEntries(
    parameters.map((parameter) => [`${parameter.required ? '' : '~'}${parameter.name}`, shownOf(parameter)]),
  )

function exampleOf({ schema, example }: Parameter): string {
  const { items, enum: choices, default: usual, minimum } = { ...schema, ...inner(schema) }
  const element = typeof items === 'object' && items !== null ? Object(items).example : undefined
  const first = Array.isArray(choices) ? choices[0] : undefined
  return String(example ?? schema['example'] ?? element ?? usual ?? first ?? minimum ?? '')
}

const inner = (schema: Node): object => {
  const [first] = [schema['anyOf'] ?? schema['oneOf']].flat()
  return typeof first === 'object' && first !== null ? first : {}
}

/** The variable of an id in a path: `/runs/{id}` has `{{runId}}`, which the request that makes a run sets. */
function variableOf({ path }: Placed, { name }: Parameter): string | undefined {
  const [, resource] = new RegExp(`/(\\w+)s/\\{${name}\\}`).exec(path) ?? []
  return name === 'id' && resource !== undefined ? `{{${resource}Id}}` : undefined
}

/** Keeps the id of what was made, for the requests that name it. */
function madeBy({ path, operation }: Placed): { readonly [name: string]: string } {
  const example = Object(operation.responses['201']?.content?.['application/json']?.example)
  // What is made below another resource belongs to that one.
  const [, resource = ''] = /^[^{]*\/(\w+)s$/.exec(path) ?? []
  if (resource === '') return {}
  if (typeof example.id === 'string') return { [`${resource}Id`]: 'res.body.id' }
  return typeof Object(example[resource]).id === 'string' ? { [`${resource}Id`]: `res.body.${resource}.id` } : {}
}

function acceptOf({ responses }: Operation): { readonly Accept?: string } {
  const [type] = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content))
  return type === undefined ? {} : { Accept: type }
}

function textOf(operation: Operation): string {
  const { summary = '', description = '', 'x-required-scopes': scopes = [] } = operation
  const needed = scopes.length === 0 ? [] : [`Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}`]
  return [`# ${summary}`, description, ...needed].join('\n\n')
}

/**
 * The request of an operation that takes a file, with its example of `text/csv`; undefined where it takes none. The file
 * becomes the side of the run that the JSON body does not, so that the example of a run finds both.
 */
export function csvBlocks(placed: Placed, adapter: unknown): readonly Block[] | undefined {
  const csv = placed.operation.requestBody?.content['text/csv']?.example
  if (typeof csv !== 'string') return undefined
  const url = `{{baseUrl}}${placed.path}?name=Ledger&adapter=${adapter}`
  return [
    { name: placed.method, pairs: { url, body: 'text', auth: 'inherit' } },
    { name: 'params:query', pairs: { name: 'Ledger', adapter: String(adapter) } },
    { name: 'headers', pairs: { ...acceptOf(placed.operation), 'Content-Type': 'text/csv' } },
    { name: 'body:text', text: csv.trimEnd() },
    { name: 'docs', text: textOf(placed.operation) },
  ]
}
