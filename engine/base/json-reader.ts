type JsonFaultCode =
  | 'malformed_json'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'number_precision'
  | 'number_range'
  | 'too_deep'
  | 'too_many_values'

/** Why a text was refused. Line and column count from 1, the column in UTF-16 units. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly code: JsonFaultCode
  readonly detail: string
  /** Where the fault is: names of members and positions in lists, outermost first. Only for faults of a member. */
  readonly path?: readonly (string | number)[]
}

export interface JsonReader {
  readonly text: string
  offset: number
  line: number
  lineStart: number
  depthLeft: number
  weightLeft: number
  readonly weights: JsonWeights
  /** The containers whose lines are kept: all, those that span lines, or none. */
  readonly marked: 'all' | 'broken' | 'none'
  /** The name of a list in the outermost object that is read later; `deferred` is its place, once found. */
  readonly deferredName: string | undefined
  deferred: JsonPlace | undefined
  readonly path: (string | number)[]
}

interface JsonWeights {
  readonly list: number
  readonly object: number
  readonly member: number
  readonly element: number
}

export const countedWeights: JsonWeights = { list: 0, object: 0, member: 1, element: 1 }

/** Weights by the memory of values beside their text, in units of about 50 bytes. */
export const memoryWeights: JsonWeights = { list: 1, object: 4, member: 2, element: 1 }

export type JsonPlace = Pick<JsonReader, 'offset' | 'line' | 'lineStart'>

interface JsonReaderOptions {
  readonly depthMax: number
  readonly weightMax?: number | undefined
  readonly weights?: JsonWeights
  readonly marked?: JsonReader['marked'] | undefined
  readonly deferredName?: string | undefined
}

export const createJsonReader = (text: string, options: JsonReaderOptions): JsonReader => ({
  text,
  offset: 0,
  line: 1,
  lineStart: 0,
  depthLeft: options.depthMax,
  weightLeft: options.weightMax ?? Number.POSITIVE_INFINITY,
  weights: options.weights ?? countedWeights,
  marked: options.marked ?? 'all',
  deferredName: options.deferredName,
  deferred: undefined,
  path: [],
})

/** Thrown to leave the reader's nested calls at a fault; `caught` catches it. */
export class JsonError extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.detail)
    this.fault = fault
  }
}

export function caught<Value>(read: () => Value): { ok: true; value: Value } | { ok: false; fault: JsonFault } {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    if (error instanceof JsonError) return { ok: false, fault: error.fault }
    throw error
  }
}

export const refusal = (reader: JsonReader, code: JsonFaultCode, detail: string): JsonError =>
  new JsonError({ line: reader.line, column: reader.offset - reader.lineStart + 1, code, detail })

export function malformed(reader: JsonReader, wanted: string): JsonError {
  const got = reader.text.codePointAt(reader.offset)
  const shown = got === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(got))
  return refusal(reader, 'malformed_json', `Got ${shown}, wanted ${wanted}`)
}

export function skipUnit(reader: JsonReader, unit: number): boolean {
  if (reader.text.charCodeAt(reader.offset) !== unit) return false
  reader.offset += 1
  return true
}

/** Skips white space and counts lines: JSON has line breaks only there. */
export function skipSpace(reader: JsonReader): void {
  for (; ; reader.offset++) {
    const unit = reader.text.charCodeAt(reader.offset)
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return
    if (unit !== 0x20 && unit !== 0x09) countLine(reader, unit)
  }
}

/** In CRLF only the line feed is counted. */
function countLine(reader: JsonReader, unit: number): void {
  if (unit === 0x0d && reader.text.charCodeAt(reader.offset + 1) === 0x0a) return
  reader.line += 1
  reader.lineStart = reader.offset + 1
}

/** Skips a list or object by its brackets and quotes alone; without a closing bracket, skips to the end of the text. */
export function skipContainer(reader: JsonReader): void {
  const { text } = reader
  let depth = 0
  for (; reader.offset < text.length; reader.offset++) {
    const unit = text.charCodeAt(reader.offset)
    if (unit === 0x22) reader.offset = endOfString(text, reader.offset)
    else if (unit === 0x5b || unit === 0x7b) depth += 1
    else if (unit === 0x5d || unit === 0x7d) {
      depth -= 1
      if (depth > 0) continue
      reader.offset += 1
      return
    } else if (unit === 0x0a || unit === 0x0d) countLine(reader, unit)
  }
}

function endOfString(text: string, start: number): number {
  let end = start
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))
  return end
}

function isEscaped(text: string, offset: number): boolean {
  let start = offset
  while (text.charCodeAt(start - 1) === 0x5c) start -= 1
  return (offset - start) % 2 === 1
}
