import fc from 'fast-check'
import { requestExamples } from '../../../functions/local/openapi/request-examples.ts'

/** Requests made of those that the OpenAPI document describes, valid, nearly valid and hostile. */

/** An operation of the document, with ids that there are. */
export interface KnownRequest {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly mediaType: string | undefined
  readonly body: unknown
}

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

interface DocumentOperation {
  readonly operationId?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
}

/** The requests of a document, `ids` by the first word of the path. */
export const knownRequests = (
  paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>,
  ids: Readonly<Record<string, string>>,
): readonly KnownRequest[] =>
  Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
      if (operationId === undefined) return []
      const kind = template.split('/').findLast((word) => word in ids) ?? ''
      const path = template.replace('{id}', ids[kind] ?? 'x').replaceAll(/\{\w+\}/g, '1')
      const [mediaType] = Object.keys(requestBody?.content ?? {})
      const body = mediaType === undefined ? undefined : requestExamples[operationId]?.[mediaType]
      return [{ operationId, method: method.toUpperCase(), path, mediaType, body }]
    }),
  )

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const long = 'k'.repeat(10_000)

/** Strings that programs have stumbled over. */
export const naughtyStrings: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '１２',
  '1,000.00',
  "' OR 1=1 --",
  '"; DROP TABLE runs; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%2e%2e%2f',
  '=HYPERLINK("x")',
  '@SUM(1)',
  '\u0000',
  '\u202eabc',
  '\ufeffid',
  'e\u0301',
  '\u{1f468}\u200d\u{1f469}',
  'ﬀ',
  'İ',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  long,
]

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), [], {}, [[]], [null]),
  fc.constantFrom<unknown>(...naughtyStrings),
  fc.constant<unknown>(JSON.parse('{"__proto__":{"a":1},"constructor":1}')),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

/** Texts that are no JSON, or JSON that is refused for its form. */
const hostileTexts: readonly string[] = [
  '',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  '[1,]',
  '\ufeff{}',
  'null',
  '"x"',
  deep,
  `{"${long}":1}`,
]

/** A request in which at most three things are not as they should be. */
export const hostileRequest = (known: readonly KnownRequest[]): fc.Arbitrary<HostileRequest> =>
  fc.constantFrom(...known).chain((request) =>
    fc
      .record({
        body: bodyOf(request),
        query: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, queryOf),
        path: fc.oneof({ weight: 4, arbitrary: fc.constant(request.path) }, pathOf(request.path)),
        headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, hostileHeaders),
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(request.method) },
          fc.constantFrom('PUT', 'PATCH', 'POST'),
        ),
      })
      .map(({ body, query, path, headers, method }) => ({
        method,
        path: `${path}${query}`,
        headers: { ...(body !== undefined && { 'Content-Type': request.mediaType ?? 'text/plain' }), ...headers },
        body: method === 'GET' || method === 'HEAD' ? undefined : body,
      })),
  )

const queryOf = fc
  .array(
    fc.tuple(
      fc.constantFrom('limit', 'cursor', 'view', 'q', 'state', 'sort', 'from', 'artifact', 'adapter', 'format', 'x'),
      fc.constantFrom(...naughtyStrings, '1', '-1', '999999999999', 'breaks'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pairs) => `?${new URLSearchParams(pairs.map(([name, value]) => [name, value]))}`)

const pathOf = (path: string) =>
  fc.constantFrom(...naughtyStrings.filter((text) => text !== '')).map((text) => {
    const words = path.split('/')
    words[words.length - 1] = encodeURIComponent(text.slice(0, 2_000))
    return words.join('/')
  })

const hostileHeaders = fc.dictionary(
  fc.constantFrom('If-Match', 'If-None-Match', 'Idempotency-Key', 'Accept', 'Prefer', 'Content-Type', 'Content-Digest'),
  fc.constantFrom(
    '*',
    '"1"',
    '"x"',
    'W/"1"',
    '""',
    ',',
    'x'.repeat(300),
    '*/*;q=2',
    'application/json',
    'text/csv;charset=x',
  ),
  { minKeys: 1, maxKeys: 2 },
)

function bodyOf({ body, mediaType }: KnownRequest): fc.Arbitrary<string | Uint8Array | undefined> {
  if (mediaType === undefined) return fc.oneof(fc.constant(undefined), fc.constantFrom('x', '{}'))
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  const raw = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.uint8Array({ maxLength: 40 }),
    fc.nat(text.length).map((end) => text.slice(0, end)),
  )
  if (typeof body !== 'object' || body === null) return fc.oneof(fc.constant(text), raw)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: raw },
    { weight: 6, arbitrary: changedOf(body) },
  )
}

/** The value with one place of it replaced, taken away, or joined by a member that nobody knows. */
const changedOf = (body: object): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(1_000), fc.constantFrom('replace', 'remove', 'add'), hostileValue, fc.constantFrom(...naughtyStrings))
    .map(([place, how, value, name]) => {
      const copy: unknown = structuredClone(body)
      const places = placesIn(copy)
      const { of, key } = places[place % places.length] ?? { of: {}, key: '' }
      if (how === 'replace') of[key] = value
      if (how === 'remove') delete of[key]
      if (how === 'add')
        Object.defineProperty(of, name, { value, enumerable: true, configurable: true, writable: true })
      return JSON.stringify(copy)
    })

interface Place {
  readonly of: Record<string, unknown>
  readonly key: string
}

const placesIn = (value: unknown): readonly Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        { of: value as Record<string, unknown>, key },
        ...placesIn(inner),
      ])
