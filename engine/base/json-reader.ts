/** The position of a JSON reader in its text, and the errors that end the reading. */

export type JsonFaultCode =
  | 'malformed_json'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'number_precision'
  | 'number_range'
  | 'too_deep'

/** Why a text was refused, with the physical line and column, both from 1; the column counts UTF-16 units. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly code: JsonFaultCode
  readonly detail: string
  /** Names of members and positions in lists from the outermost container to the fault; only of a repeated member. */
  readonly path?: readonly (string | number)[]
}

export interface JsonReader {
  readonly text: string
  offset: number
  line: number
  /** The offset of the line's first UTF-16 unit. */
  lineStart: number
  /** How many more containers may be nested here. */
  depthLeft: number
  /** The names and positions of the containers around the offset, outermost first. */
  readonly path: (string | number)[]
}

/** A reader at the beginning of `text`. */
export const createJsonReader = (text: string, depthMax: number): JsonReader => ({
  text,
  offset: 0,
  line: 1,
  lineStart: 0,
  depthLeft: depthMax,
  path: [],
})

/** Thrown to leave the nested calls of a reader; `parseJson` catches it. */
export class JsonError extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.detail)
    this.fault = fault
  }
}

/** The error of a fault at the reader's offset. */
export const refusal = (reader: JsonReader, code: JsonFaultCode, detail: string): JsonError =>
  new JsonError({ line: reader.line, column: reader.offset - reader.lineStart + 1, code, detail })

/** The error of a character at the reader's offset where something else was `wanted`. */
export function malformed(reader: JsonReader, wanted: string): JsonError {
  const got = reader.text.codePointAt(reader.offset)
  const shown = got === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(got))
  return refusal(reader, 'malformed_json', `Got ${shown}, wanted ${wanted}`)
}

/** Steps over the next UTF-16 unit if it is `unit`; returns whether it was. */
export function skipUnit(reader: JsonReader, unit: number): boolean {
  if (reader.text.charCodeAt(reader.offset) !== unit) return false
  reader.offset += 1
  return true
}

/** Steps over white space and counts lines: a newline can stand nowhere else in JSON. */
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
