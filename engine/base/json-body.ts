import type { JsonValue } from './canonical.ts'
import { jsonDepthMax, readText, readValue } from './json.ts'
import {
  caught,
  createJsonReader,
  type JsonFault,
  type JsonPlace,
  type JsonReader,
  malformed,
  skipContainer,
  skipSpace,
  skipUnit,
} from './json-reader.ts'

/** A JSON object with one long list, whose elements are read one at a time, never all held in memory. */
export interface JsonBody {
  /** The object, in which the long list is empty. */
  readonly value: JsonValue
  readonly elements: JsonElements
}

/** The elements in order; each is read once. */
export interface JsonElements {
  next(): JsonElement
  /** Reads the elements that are left, and returns their first fault. */
  check(): JsonFault | undefined
}

export type JsonElement =
  | {
      readonly kind: 'value'
      readonly value: JsonValue
      readonly index: number
      /** Undefined for an element that spans lines: `lineOfMember` then finds the lines. */
      readonly line: number | undefined
      /** In UTF-16 units. */
      readonly length: number
    }
  /** The element has too many members and elements, and is skipped. */
  | { readonly kind: 'too_many_values'; readonly index: number; readonly line: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

interface JsonBodyOptions {
  readonly listName: string
  /** The most members and elements of the object without the list, at all levels together. */
  readonly valueCountMax: number
  readonly elementValueCountMax: number
}

/**
 * Opens a JSON body; its faults are those of `parseJson`. A fault outside the list is returned at once, unless an
 * earlier one is in the list. A fault in the list is returned when its element is read. O(n), but elements are only
 * skipped here.
 */
export function openJsonBody(
  text: string,
  options: JsonBodyOptions,
): { readonly ok: true; readonly body: JsonBody } | { readonly ok: false; readonly fault: JsonFault } {
  const { listName, valueCountMax, elementValueCountMax } = options
  const depthMax = jsonDepthMax
  const reader = createJsonReader(text, { depthMax, weightMax: valueCountMax, deferredName: listName, marked: 'none' })
  const result = caught(() => readText(reader))
  const place = reader.deferred
  const elements = place === undefined ? noElements : elementsAt(text, { ...options, place, elementValueCountMax })
  if (result.ok) return { ok: true, body: { value: result.value, elements } }
  return { ok: false, fault: elements.check() ?? result.fault }
}

const noElements: JsonElements = { next: () => ({ kind: 'end' }), check: () => undefined }

const outerDepth = 2

function elementsAt(text: string, options: JsonBodyOptions & { readonly place: JsonPlace }): JsonElements {
  const { listName, elementValueCountMax } = options
  const depthMax = jsonDepthMax - outerDepth
  const reader = createJsonReader(text, { depthMax, marked: 'broken' })
  Object.assign(reader, options.place)
  reader.path.push(listName)
  let index = -1
  let isOver = false

  const read = (): JsonElement => {
    isOver = !stepToElement(reader, index < 0)
    if (isOver) return { kind: 'end' }
    index += 1
    reader.weightLeft = elementValueCountMax
    reader.path.push(index)
    const { offset, line, lineStart } = reader
    const result = caught(() => readValue(reader))
    if (!result.ok && result.fault.code !== 'too_many_values') {
      isOver = true
      return { kind: 'fault', fault: result.fault }
    }
    if (!result.ok) {
      Object.assign(reader, { offset, line, lineStart, depthLeft: depthMax })
      skipContainer(reader)
    }
    reader.path.length = 1
    if (!result.ok) return { kind: 'too_many_values', index, line }
    const isOnOneLine = reader.line === line || typeof result.value !== 'object'
    return {
      kind: 'value',
      value: result.value,
      index,
      line: isOnOneLine ? line : undefined,
      length: reader.offset - offset,
    }
  }
  const next = (): JsonElement => {
    if (isOver) return { kind: 'end' }
    const result = caught(read)
    if (result.ok) return result.value
    isOver = true
    return { kind: 'fault', fault: result.fault }
  }
  return {
    next,
    check() {
      for (let element = next(); element.kind !== 'end'; element = next())
        if (element.kind === 'fault') return element.fault
      return undefined
    },
  }
}

function stepToElement(reader: JsonReader, isFirst: boolean): boolean {
  if (isFirst) skipUnit(reader, 0x5b)
  skipSpace(reader)
  if (skipUnit(reader, 0x5d)) return false
  if (isFirst) return true
  if (!skipUnit(reader, 0x2c)) throw malformed(reader, 'a comma or a closing bracket')
  skipSpace(reader)
  return true
}
