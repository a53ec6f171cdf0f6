import type { JsonValue } from './canonical.ts'
import {
  caught,
  countedWeights,
  createJsonReader,
  JsonError,
  type JsonFault,
  type JsonReader,
  malformed,
  memoryWeights,
  refusal,
  skipContainer,
  skipSpace,
  skipUnit,
} from './json-reader.ts'
import { readNumber, readString } from './json-scalar.ts'

/**
 * A strict JSON reader (RFC 8259, restricted to I-JSON, RFC 7493). Refuses what `JSON.parse` would silently change: a
 * repeated member name, a lone surrogate, a number that a float64 does not hold exactly.
 */

type JsonResult = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly fault: JsonFault }

/** Far below the depth that would overflow the stack. */
export const jsonDepthMax = 100

interface JsonOptions {
  readonly depthMax?: number
  /** Members and elements, at all levels together. */
  readonly valueCountMax?: number
  /** In place of `valueCountMax`: the most memory that the value takes beside its text, in units of about 50 bytes. */
  readonly memoryMax?: number
  /** If false, values take less memory, and `lineOfMember` finds no lines. */
  readonly hasLines?: boolean
}

/**
 * Reads a JSON text up to the first fault. Objects have no prototype, so that `__proto__` is a member like any other.
 * O(n).
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonResult {
  const { depthMax = jsonDepthMax, valueCountMax, memoryMax, hasLines = true } = options
  const reader = createJsonReader(text, {
    depthMax: Math.min(depthMax, jsonDepthMax),
    weightMax: memoryMax ?? valueCountMax,
    weights: memoryMax === undefined ? countedWeights : memoryWeights,
    marked: hasLines ? 'all' : 'none',
  })
  return caught(() => readText(reader))
}

export function readText(reader: JsonReader): JsonValue {
  skipSpace(reader)
  const value = readValue(reader)
  skipSpace(reader)
  if (reader.offset < reader.text.length) throw malformed(reader, 'the end of the JSON text')
  return value
}

/**
 * The line, from 1, of a member, or of its container if the member has none. Undefined for a container that is not from
 * `parseJson`.
 */
export function lineOfMember(container: JsonValue, name?: string): number | undefined {
  if (container === null || typeof container !== 'object') return undefined
  const lines = linesByContainer.get(container)
  return lines && ((name === undefined ? undefined : lines.members?.get(name)) ?? lines.own)
}

interface Lines {
  readonly own: number
  readonly members: ReadonlyMap<string, number> | undefined
}

const linesByContainer = new WeakMap<object, Lines>()

/** Throws a JsonError at the first fault. */
export function readValue(reader: JsonReader): JsonValue {
  const { text, offset } = reader
  const unit = text.charCodeAt(offset)
  if (unit === 0x22) return readString(reader)
  if (unit === 0x7b) return nested(reader, readObject)
  if (unit === 0x5b) return nested(reader, readArray)
  if (unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) return readNumber(reader)
  if (text.startsWith('true', offset)) return literal(reader, true)
  if (text.startsWith('false', offset)) return literal(reader, false)
  if (text.startsWith('null', offset)) return literal(reader, null)
  throw malformed(reader, 'a JSON value')
}

function literal(reader: JsonReader, value: boolean | null): JsonValue {
  reader.offset += String(value).length
  return value
}

type MarkLine = (name: string) => void

function nested(reader: JsonReader, read: (reader: JsonReader, mark: MarkLine) => JsonValue & object): JsonValue {
  if (reader.depthLeft === 0) throw refusal(reader, 'too_deep', 'Got JSON that is nested too deep')
  const own = reader.line
  let members: Map<string, number> | undefined
  reader.depthLeft -= 1
  const value = read(reader, (name) => {
    if (reader.line === own) return
    members ??= new Map()
    members.set(name, reader.line)
  })
  reader.depthLeft += 1
  if (reader.marked === 'all' || (reader.marked === 'broken' && reader.line !== own))
    linesByContainer.set(value, { own, members })
  return value
}

function spend(reader: JsonReader, weight: number): void {
  reader.weightLeft -= weight
  if (reader.weightLeft >= 0) return
  const { fault } = refusal(reader, 'too_many_values', 'Got more members and elements than are read of one body')
  throw new JsonError({ ...fault, path: [...reader.path] })
}

function readObject(reader: JsonReader, mark: MarkLine): JsonValue & object {
  const members: { [name: string]: JsonValue } = Object.create(null)
  spend(reader, reader.weights.object)
  reader.offset += 1
  skipSpace(reader)
  if (skipUnit(reader, 0x7d)) return members
  while (true) {
    const start = reader.offset
    if (reader.text.charCodeAt(start) !== 0x22) throw malformed(reader, 'a member name in double quotes')
    const name = readString(reader)
    if (name in members) {
      reader.offset = start
      throw repeated(reader, name)
    }
    mark(name)
    skipSpace(reader)
    if (!skipUnit(reader, 0x3a)) throw malformed(reader, 'a colon')
    skipSpace(reader)
    reader.path.push(name)
    spend(reader, reader.weights.member)
    members[name] = name === reader.deferredName && isDeferred(reader) ? defer(reader) : readValue(reader)
    reader.path.pop()
    skipSpace(reader)
    if (skipUnit(reader, 0x7d)) return members
    if (!skipUnit(reader, 0x2c)) throw malformed(reader, 'a comma or a closing brace')
    skipSpace(reader)
  }
}

const isDeferred = ({ path, text, offset }: JsonReader): boolean =>
  path.length === 1 && text.charCodeAt(offset) === 0x5b

function defer(reader: JsonReader): JsonValue {
  const { offset, line, lineStart } = reader
  reader.deferred = { offset, line, lineStart }
  skipContainer(reader)
  return []
}

function repeated(reader: JsonReader, name: string): JsonError {
  const detail = `Got the member ${JSON.stringify(name)} twice, wanted each name once`
  const { fault } = refusal(reader, 'duplicate_member', detail)
  return new JsonError({ ...fault, path: [...reader.path, name] })
}

function readArray(reader: JsonReader, mark: MarkLine): JsonValue & object {
  const values: JsonValue[] = []
  spend(reader, reader.weights.list)
  reader.offset += 1
  skipSpace(reader)
  if (skipUnit(reader, 0x5d)) return values
  while (true) {
    mark(String(values.length))
    reader.path.push(values.length)
    spend(reader, reader.weights.element)
    values.push(readValue(reader))
    reader.path.pop()
    skipSpace(reader)
    if (skipUnit(reader, 0x5d)) return values
    if (!skipUnit(reader, 0x2c)) throw malformed(reader, 'a comma or a closing bracket')
    skipSpace(reader)
  }
}
