import { canonicalize, type JsonValue } from './canonical.ts'
import { jsonDepthMax } from './json.ts'
import { type Parsed, parsed, quoted, refused } from './parsed.ts'

/** Reading canonical JSON (RFC 8785) of a known shape: one spelling for every value, no unknown members. */

export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** Refuses JSON that is not canonical: a repeated member, a space, another spelling of a value. O(n). */
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

/** `in order`: the members of every object are in the order of UTF-16 units. */
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
 * `JSON.stringify` is several times faster than `canonicalize`, and gives the same text for objects in order, except
 * that it writes a lone surrogate as an escape. JavaScript puts names that are integers first, so objects with such
 * names may look out of order; then `canonicalize` decides.
 */
function isCanonical(value: JsonValue, text: string, nesting: Nesting): boolean {
  if (nesting === 'in order' && JSON.stringify(value) === text && !text.includes('\\ud')) return true
  return canonicalize(value) === text
}

/** Undefined when `text` is undefined or not canonical JSON. */
export function parseLine(text: string | undefined): JsonValue | undefined {
  const read = text === undefined ? undefined : parseCanonical(text)
  return read?.ok ? read.value : undefined
}

export type ValueTest = (value: JsonValue | undefined) => boolean

/** Reads a canonical JSON object whose members all pass their tests; `what` names the object in a refusal. */
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

/** The first invalid member of `value`, in words. A member without a test is a fault. */
export function shapeFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  const unknown = isObject(value) ? Object.keys(value).find((name) => !Object.hasOwn(tests, name)) : undefined
  return unknown === undefined ? memberFault(value, tests) : `Got the unknown member ${quoted(unknown)}`
}

export type MemberTests = { readonly [name: string]: ValueTest }

/** The first member that fails its test, in words. Members without a test may be anything. */
function memberFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  if (!isObject(value)) return 'Got no JSON object'
  for (const [name, test] of Object.entries(tests))
    if (!test(value[name])) return `Got ${brief(value[name])} as ${JSON.stringify(name)}`
  return undefined
}

/**
 * The value as JSON, to compare and to show. A value without canonical JSON, such as a lone surrogate, becomes words
 * that equal no JSON.
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

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isTextList = (value: JsonValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every(isText)

export const isText = (value: unknown): value is string => typeof value === 'string'

export const isHash = (value: JsonValue | undefined): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value)

/** An integer from 0 that a float64 holds exactly. */
export const isCount = (value: JsonValue | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

/** RFC 3339 in UTC with milliseconds. */
export const isTimestamp = (value: JsonValue | undefined): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)

export const orNull =
  (test: ValueTest): ValueTest =>
  (value) =>
    value === null || test(value)

export const orAbsent =
  (test: ValueTest): ValueTest =>
  (value) =>
    value === undefined || test(value)

/** Whether all members of a value have a test and pass it. Members whose test passes undefined may be absent. */
export function hasOnlyMembers(tests: MemberTests): ValueTest {
  const known = new Map(Object.entries(tests))
  const required = [...known].flatMap(([name, test]) => (test(undefined) ? [] : [name]))
  return (value) =>
    isObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => known.get(name)?.(value[name]) === true)
}

export const isListOf =
  (test: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) && value.every(test)
