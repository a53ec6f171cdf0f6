import { canonicalize, type JsonValue } from './canonical.ts'
import { jsonDepthMax } from './json.ts'
import { type Parsed, parsed, quoted, refused } from './parsed.ts'

/** Reading canonical JSON of a known shape: one spelling for every value, and no member more than the shape has. */

export type JsonObject = { readonly [name: string]: JsonValue | undefined }

/**
 * Reads `text`, which must be spelt as RFC 8785 spells it: so no member twice, no space, no second spelling; nested no
 * deeper than any JSON that is taken in.
 */
export function parseCanonical(text: string): Parsed<JsonValue> {
  try {
    const value: JsonValue = JSON.parse(text)
    const nesting = nestingOf(value, jsonDepthMax)
    if (nesting === 'too deep') return refused('Got JSON that is nested too deep')
    return isCanonical(value, text, nesting) ? parsed(value) : refused('Got JSON that is not spelt canonically')
  } catch {
    return refused('Got text that is not JSON')
  }
}

/** Whether all objects in a value hold their members in order, by UTF-16 code units; too deep for a walk of the stack. */
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
 * The platform's writer is several times quicker than ours, and right where every object holds its members in order:
 * only it writes lone surrogates, as escapes, and puts names that are integers first.
 */
function isCanonical(value: JsonValue, text: string, nesting: Nesting): boolean {
  if (nesting === 'in order' && JSON.stringify(value) === text && !text.includes('\\ud')) return true
  return canonicalize(value) === text
}

/** The value of a line of an artifact; undefined when it is not spelt canonically, or no text at all. */
export function parseLine(text: string | undefined): JsonValue | undefined {
  const read = text === undefined ? undefined : parseCanonical(text)
  return read?.ok ? read.value : undefined
}

/** Tells whether a member's value is right. */
export type ValueTest = (value: JsonValue | undefined) => boolean

/** Reads the canonical JSON of an object whose members all pass their test; `what` names it where it is refused. */
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

/** What is wrong with the members of `value`, or undefined. Members without a test are refused. */
export function shapeFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  const unknown = isObject(value) ? Object.keys(value).find((name) => !Object.hasOwn(tests, name)) : undefined
  return unknown === undefined ? memberFault(value, tests) : `Got the unknown member ${quoted(unknown)}`
}

export type MemberTests = { readonly [name: string]: ValueTest }

/** What is wrong with those members of `value` that have a test, or undefined. */
export function memberFault(value: JsonValue | undefined, tests: MemberTests): string | undefined {
  if (!isObject(value)) return 'Got no JSON object'
  const wrong = Object.keys(tests).find((name) => !tests[name]?.(value[name]))
  return wrong === undefined ? undefined : `Got ${brief(value[wrong])} as ${JSON.stringify(wrong)}`
}

/** Canonical JSON to compare and to show: of what has none, lone surrogates for one, a text that equals no other's. */
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

/** Whether `value` is an object, and no array. */
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

/** A test that lets null through too. */
export const orNull =
  (test: ValueTest): ValueTest =>
  (value) =>
    value === null || test(value)
