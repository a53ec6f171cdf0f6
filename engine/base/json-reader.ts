/** Where a reading of JSON stands, and how it is given up. */

export type JsonFaultCode =
  | 'malformed_json'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'number_precision'
  | 'number_range'
  | 'too_deep'

/** What ended a reading, at the physical line and column from 1; the column in UTF-16 units. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly code: JsonFaultCode
  readonly detail: string
}

export interface JsonReader {
  readonly text: string
  offset: number
  line: number
  /** The offset of the first unit of the line. */
  lineStart: number
  depthLeft: number
}

/** A reader at the beginning of `text`. */
export const createJsonReader = (text: string, depthMax: number): JsonReader => ({
  text,
  offset: 0,
  line: 1,
  lineStart: 0,
  depthLeft: depthMax,
})

/** Leaves the nested calls of a reading at once; caught where the reading began. */
export class JsonError extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.detail)
    this.fault = fault
  }
}

/** What to throw for a fault at the reader's offset. */
export const refusal = (reader: JsonReader, code: JsonFaultCode, detail: string): JsonError =>
  new JsonError({ line: reader.line, column: reader.offset - reader.lineStart + 1, code, detail })

/** The refusal of what stands at the reader's offset, where something else was `wanted`. */
export function malformed(reader: JsonReader, wanted: string): JsonError {
  const got = reader.text.codePointAt(reader.offset)
  const shown = got === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(got))
  return refusal(reader, 'malformed_json', `Got ${shown}, wanted ${wanted}`)
}

/** Steps over one unit if it is `unit`; tells whether it was. */
export function taken(reader: JsonReader, unit: number): boolean {
  if (reader.text.charCodeAt(reader.offset) !== unit) return false
  reader.offset += 1
  return true
}

/** Steps over white space, the only place where a line of JSON can end. */
export function skipSpace(reader: JsonReader): void {
  for (; ; reader.offset++) {
    const unit = reader.text.charCodeAt(reader.offset)
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return
    const isPairedReturn = unit === 0x0d && reader.text.charCodeAt(reader.offset + 1) === 0x0a
    if (unit === 0x20 || unit === 0x09 || isPairedReturn) continue
    reader.line += 1
    reader.lineStart = reader.offset + 1
  }
}
