import { Validator } from '@cfworker/json-schema'
import { expect } from 'vitest'
import { undocumentedMembers } from './undocumented-members.ts'

type Json = Record<string, unknown>

/** Checks responses against the OpenAPI document that the service serves. */
export interface Contract {
  readonly document: Json
  /** Fails the test when the document does not allow `response` for this request. Reads a copy of its body. */
  readonly check: (request: Request, response: Response) => Promise<void>
}

/** The contract of an OpenAPI 3.1 `document`. */
export function createContract(document: Json): Contract {
  const templates = Object.keys(member(document, 'paths')).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  const validators = new Map<string, Validator>()
  const validatorOf = (key: string, schema: Json) => {
    const known = validators.get(key)
    if (known !== undefined) return known
    const made = new Validator({ ...schema, components: document['components'] }, '2020-12', false)
    validators.set(key, made)
    return made
  }

  return {
    document,
    async check(request, response) {
      await checkHeaders(response)
      const { pathname } = new URL(request.url)
      const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
      const template = templates.find(({ pattern }) => pattern.test(pathname))?.template
      const operation = template === undefined ? {} : member(member(member(document, 'paths'), template), method)
      const isKnown = Object.keys(operation).length > 0
      const type = response.headers.get('Content-Type')?.split(';')[0]?.trim() ?? ''
      const where = `${request.method} ${template ?? pathname} ${response.status} ${type}`
      if (!isKnown && type !== 'application/problem+json') return
      const documented = member(member(operation, 'responses'), String(response.status))
      if (isKnown) expect(Object.keys(documented), `${where} is documented`).not.toEqual([])
      const headers = Object.entries(member(documented, 'headers')).map(([name]) => name)
      const required = headers.filter((name) => headersOf(document)[name]?.['required'] === true)
      expect(
        required.filter((name) => !response.headers.has(name)),
        `${where} has its headers`,
      ).toEqual([])
      if (request.method === 'HEAD' || response.body === null) return
      const schema = isKnown
        ? member(member(member(documented, 'content'), type), 'schema')
        : { $ref: '#/components/schemas/Problem' }
      expect(Object.keys(schema), `${where} has a documented media type`).not.toEqual([])
      if (!/[/+](x-nd)?json$/.test(type)) return
      const body = await response.clone().text()
      const texts = type.endsWith('ndjson') ? linesOf(body) : [body]
      for (const value of texts.map((text): unknown => JSON.parse(text))) {
        const result = validatorOf(where, schema).validate(value)
        expect(result.errors, `${where} is as documented`).toEqual([])
        expect(undocumentedMembers(document, schema, value), `${where} has no other members`).toEqual([])
      }
    },
  }
}

async function checkHeaders(response: Response) {
  const { headers, status } = response
  expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Cache-Control')).not.toBeNull()
  // Only what the operator has to set is not worth waiting for.
  if (status === 503 && !headers.has('Retry-After'))
    return expect(await response.clone().json()).toMatchObject({ code: 'not_configured' })
  if (status === 429 || status === 503) expect(headers.get('Retry-After')).toMatch(/^[1-9][0-9]*$/)
}

/** The first lines of a stream: one that is long has lines alike. */
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .slice(0, lineCountMax)
    .filter((line) => line !== '')

const lineCountMax = 50

/** The headers that the document describes, by name. */
const headersOf = (document: Json): Readonly<Record<string, Json>> => {
  const headers = member(member(document, 'components'), 'headers')
  return Object.fromEntries(Object.keys(headers).map((name) => [name, member(headers, name)]))
}

/** The object under `name`; an empty one when there is none. */
function member(object: Json, name: string): Json {
  const value = object[name]
  return isObject(value) ? value : {}
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
