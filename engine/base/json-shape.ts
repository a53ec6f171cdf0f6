import { canonicalize, type JsonValue } from './canonical.ts'
import { jsonDepthMax } from './json.ts'
import { type Parsed, parsed, quoted, refused } from './parsed.ts'

/** Reading canonical JSON (RFC 8785) of a known shape: one spelling for every value, no unknown members. */

export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/**
 * Reads `text`, which must be canonical JSON: no member twice, no space, no second spelling of a value. Nesting has the
 * bound of `parseJson`. O(n).
 */
function parseCanonical(text: string): Parsed<JsonValue> {
  try {
    const value: JsonValue = JSON.parse(text)
    const nesting = nestingOf(value, jsonDepthMax)
    if (nesting === 'too deep') return refused('Got JSON that is nested too deep')
    return isCanonical(value, text, nesting) ? parsed(value) : refused('Got JSON that is not spelt canonically')
  } catch {
    return refused('Got text that is not JSON')
  }
}

/** Whether every object in a value holds its members in the order of UTF-16 units, or the value is too deep to recurse into. */
type Nesting = 'in order' | 'out of order' | 'too deep'

function nestingOf(value: JsonValue | undefined, depth: number): Nesting {
  if (typeof value !== 'object' || value === null) return 'in order'
  if (depth === 0) return 'too deep'
  return isObject(value) ? nestingOfMembers(value, depth - 1) : nestingOfAll(value, depth - 1)
}

function nestingOfAll(values: readonly JsonValue[], depth: number): Nesting {
  let nesting: Nesting = 'in order'
  for (const value of values) {
    const inner = nestingOf(value, depth)
    if (inner === 'too deep') return inner
    if (inner === 'out of order') nesting = inner
  }
  return nesting
}

function nestingOfMembers(object: JsonObject, depth: number): Nesting {
  let nesting: Nesting = 'in order'
  let last: string | undefined
  for (const name of Object.keys(object)) {
    const inner = nestingOf(object[name], depth)
    if (inner === 'too deep') return inner
    if (inner === 'out of order' || (last !== undefined && last >= name)) nesting = 'out of order'
    last = name
  }
  return nesting
}

/**
 * `JSON.stringify` is several times faster than `canonicalize`, and gives the same text where every object holds its
 * members in order, with one exception: it writes a lone surrogate as an escape. Names that are integers come first in
 * an object of JavaScript, so an object that has them may be out of order; then `canonicalize` decides.
 */
function isCanonical(value: JsonValue, text: string, nesting: Nesting): boolean {
  if (nesting === 'in order' && JSON.stringify(value) === text && !text.includes('\\ud')) return true
  return canonicalize(value) === text
}

/** The value of an artifact's line; undefined when the line is no canonical JSON, or `text` is undefined. */
export function parseLine(text: string | undefined): JsonValue | undefined {
  const read = text === undefined ? undefined : parseCanonical(text)
  return read?.ok ? read.value : undefined
}

/** Whether a member's value is valid. */
export type ValueTest = (value: JsonValue | undefined) => boolean

/** Reads the canonical JSON of an object whose members all pass their tests; `what` names the object in a refusal. */
export function parseShape<Shape>(
  text: string,
  what: string,
  tests: { readonly [name in keyof Shape]-?: ValueTest },
): Parsed<Shape> {
  const read = parseCanonical(text)
  if (!read.ok) return refused(`${read.detail}, wanted ${what}`)
  const fault = shapeFault(read.value, tests)
  return fault === undefined ? parsed(JSON.parse(text)) : refused(`${fault}, wanted ${what}`)
}

/** The first invalid member of `value` in words, or undefined. A member without a test is a fault. */
export function shapeFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  const unknown = isObject(value) ? Object.keys(value).find((name) => !Object.hasOwn(tests, name)) : undefined
  return unknown === undefined ? memberFault(value, tests) : `Got the unknown member ${quoted(unknown)}`
}

export type MemberTests = { readonly [name: string]: ValueTest }

/** The first member of `value` that fails its test, in words, or undefined. Members without a test may be anything. */
export function memberFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  if (!isObject(value)) return 'Got no JSON object'
  for (const [name, test] of Object.entries(tests))
    if (!test(value[name])) return `Got ${brief(value[name])} as ${JSON.stringify(name)}`
  return undefined
}

/**
 * Canonical JSON of any value, to compare and to show. A value without one, as a lone surrogate, gets words that no
 * JSON equals.
 */
export function jsonText(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  try {
    return canonicalize(value)
  } catch {
    return 'a value without canonical JSON'
  }
}

function brief(value: JsonValue | undefined): string {
  const text = jsonText(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Whether `value` is an object and no array. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether `value` is a list of text. */
export const isTextList = (value: JsonValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every(isText)

/** Whether `value` is text. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether `value` is 64 characters of lower-case hex. */
export const isHash = (value: JsonValue | undefined): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value)

/** Whether `value` is an integer from 0 that a float64 holds exactly. */
export const isCount = (value: JsonValue | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

/** Whether `value` is RFC 3339 in UTC with milliseconds. */
export const isTimestamp = (value: JsonValue | undefined): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)

/** A test that null passes too. */
export const orNull =
  (test: ValueTest): ValueTest =>
  (value) =>
    value === null || test(value)

/** A test of an object whose listed members pass their tests; other members may be anything. */
export const hasMembers =
  (tests: MemberTests): ValueTest =>
  (value) =>
    memberFault(value, tests) === undefined

/** A test of an object whose members all have a test and pass it. */
export const hasOnlyMembers =
  (tests: MemberTests): ValueTest =>
  (value) =>
    shapeFault(value, tests) === undefined

/** A test of a list whose elements all pass `test`. */
export const isListOf =
  (test: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) && value.every(test)
