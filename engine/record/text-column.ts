import { byteAt, uint32At } from '../base/at.ts'
import { grown } from '../base/grown.ts'
import {
  appendRange,
  appendString,
  type BufferRange,
  reserve,
  roomByteCount,
  type WordBuffer,
} from '../base/word-buffer.ts'
import type { TextColumn } from './columns.ts'
import type { TextPlaces } from './record-batch.ts'

export interface TextColumnBuilder {
  /** Adds the value of the next row, or of `row`; skipped rows have no value. */
  add(text: string | undefined, row?: number): void
  /** Adds UTF-8 text, which must not be empty. */
  addRange(row: number, range: BufferRange): void
  /** Adds `count` texts from place `first` on, which become the rows from `row` on. An empty text is absent. */
  addPlaces(row: number, texts: TextPlaces, range: PlaceRange): void
  /** Makes room for a column `factor` times as long as it is now, so that it need not be moved as it grows. */
  expect(factor: number): void
  /** Skipped rows up to `rowCount` have no value. Do not use the builder afterwards. */
  finish(rowCount?: number): TextColumn
}

/** Memory for columns: of its own, or such as threads share. */
export type NewMemory = (byteCount: number) => ArrayBufferLike

const ownMemory: NewMemory = (byteCount) => new ArrayBuffer(byteCount)

/** O(1) amortised a byte. Nothing is written for rows without a value until a later row has one. */
export function createTextColumnBuilder(newMemory: NewMemory = ownMemory): TextColumnBuilder {
  const bytes = new Uint8Array(newMemory(roomByteCount))
  const buffer: WordBuffer<ArrayBufferLike> = { bytes, view: new DataView(bytes.buffer), end: 0 }
  let offsets = new Uint32Array(newMemory(0))
  let rows = 0
  let written = 0

  const makeRoom = (rowCount: number): void => {
    offsets = new Uint32Array(grown(offsets.buffer, 4 * (rowCount + 1)))
  }
  const beginRow = (): void => {
    if (rows + 1 >= offsets.length) makeRoom(Math.max(2 * offsets.length, rows + 1, 255))
    if (written < rows) offsets.fill(buffer.end, written + 1, rows + 1)
  }
  const endRow = (): void => {
    rows += 1
    written = rows
    offsets[rows] = buffer.end
  }
  const addRange = (row: number, range: BufferRange): void => {
    rows = row
    beginRow()
    appendRange(buffer, range)
    endRow()
  }
  return {
    add(text, row = rows) {
      rows = row
      if (text === undefined) {
        rows += 1
        return
      }
      beginRow()
      appendString(buffer, text)
      endRow()
    },
    addRange,
    addPlaces(row, texts, range) {
      const byteCount = byteCountOf(texts, range)
      if (byteCount === 0) return
      rows = row + range.count - 1
      beginRow()
      reserve(buffer, byteCount)
      putPlaces(buffer, { ...texts, ...range }, offsets.subarray(row + 1))
      endRow()
    },
    expect(factor) {
      if (buffer.end === 0) return
      reserve(buffer, Math.ceil((factor - 1) * buffer.end))
      makeRoom(Math.max(offsets.length, Math.ceil(factor * rows)))
    },
    finish(rowCount = rows) {
      if (buffer.end === 0) return emptyTextColumn(rowCount)
      if (rowCount >= offsets.length) makeRoom(rowCount)
      offsets.fill(buffer.end, written + 1, rowCount + 1)
      // A view, not a copy: the unused room was never touched, and so takes no memory.
      return textColumn({ bytes: buffer.bytes.subarray(0, buffer.end), offsets: offsets.subarray(0, rowCount + 1) })
    },
  }
}

interface PlaceRange {
  readonly first: number
  readonly count: number
}

function byteCountOf({ starts, ends }: TextPlaces, { first, count }: PlaceRange): number {
  let byteCount = 0
  for (let place = first; place < first + count; place++) byteCount += uint32At(ends, place) - uint32At(starts, place)
  return byteCount
}

/** Adds texts for which `reserve` has made room, and writes where each ends. */
function putPlaces(buffer: WordBuffer<ArrayBufferLike>, texts: TextPlaces & PlaceRange, stops: Uint32Array): void {
  const { view } = buffer
  const { view: source, starts, ends, first, count } = texts
  let at = buffer.end
  for (let index = 0; index < count; index++) {
    const end = uint32At(ends, first + index)
    const shift = at - uint32At(starts, first + index)
    for (let from = at - shift; from < end; from += 4) view.setUint32(from + shift, source.getUint32(from, true), true)
    at = end + shift
    stops[index] = at
  }
  buffer.end = at
}

export const emptyTextColumn = (rowCount: number): TextColumn =>
  textColumn({ bytes: new Uint8Array(0), offsets: new Uint32Array(rowCount + 1) })

/** A text column as values. */
export type TextBytes = Pick<TextColumn, 'bytes' | 'offsets'>

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function textColumn({ bytes, offsets }: TextBytes): TextColumn {
  return {
    rowCount: offsets.length - 1,
    bytes,
    offsets,
    byteCountAt: (row) => uint32At(offsets, row + 1) - uint32At(offsets, row),
    textAt(row) {
      const start = uint32At(offsets, row)
      const end = uint32At(offsets, row + 1)
      return start === end ? undefined : (shortText(bytes, start, end) ?? decoder.decode(bytes.subarray(start, end)))
    },
  }
}

/** Up to this length, joining characters is faster than calling the decoder. */
const shortByteCountMax = 32
const codesByLength = Array.from({ length: shortByteCountMax + 1 }, (_, length) => new Array<number>(length).fill(0))

function shortText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const codes = codesByLength[end - start]
  if (codes === undefined) return undefined
  for (let index = start; index < end; index++) {
    const code = byteAt(bytes, index)
    if (code > 0x7f) return undefined
    codes[index - start] = code
  }
  return String.fromCharCode(...codes)
}
