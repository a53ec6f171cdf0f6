import { byteAt, uint32At } from '../base/at.ts'
import type { TextColumn } from './columns.ts'

export interface TextColumnBuilder {
  /** Adds the value of the next row. */
  add(text: string | undefined): void
  /** Adds the UTF-8 bytes `[start .. end)` as the value of the next row; the row has none where they are empty. */
  addBytes(bytes: Uint8Array, start: number, end: number): void
  /** Ends the column. The builder is of no use afterwards. */
  finish(): TextColumn
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Builds a text column row by row. O(1) amortised a byte; a row without a value writes nothing until a later one has one. */
export function createTextColumnBuilder(): TextColumnBuilder {
  let bytes = new Uint8Array(0)
  let offsets = new Uint32Array(0)
  let rows = 0
  /** Offsets up to this row are written. */
  let written = 0
  let end = 0

  const reserve = (byteCount: number): void => {
    if (end + byteCount > bytes.length) bytes = grown(bytes, end + byteCount)
    if (rows + 1 >= offsets.length) {
      const buffer = offsets.buffer.transfer(4 * Math.max(2 * offsets.length, rows + 2, 256))
      offsets = new Uint32Array(buffer)
    }
    if (written < rows) offsets.fill(end, written + 1, rows + 1)
  }
  const endRow = (): void => {
    rows += 1
    written = rows
    offsets[rows] = end
  }
  return {
    add(text) {
      if (text === undefined) {
        rows += 1
        return
      }
      // UTF-8 takes at most three bytes for a UTF-16 unit.
      reserve(3 * text.length)
      end += encoder.encodeInto(text, bytes.subarray(end)).written
      endRow()
    },
    addBytes(source, from, to) {
      if (from === to) {
        rows += 1
        return
      }
      reserve(to - from)
      if (to - from > copiedOneByOneMax) bytes.set(source.subarray(from, to), end)
      else for (let index = from, place = end; index < to; index++) bytes[place++] = byteAt(source, index)
      end += to - from
      endRow()
    },
    finish() {
      if (end === 0) return textColumn(bytes, new Uint32Array(rows + 1))
      offsets = new Uint32Array(offsets.buffer.transfer(4 * (rows + 1)))
      offsets.fill(end, written + 1)
      return textColumn(new Uint8Array(bytes.buffer.transfer(end)), offsets)
    },
  }
}

/** Up to so many bytes, a loop is faster than a call of the platform. */
const copiedOneByOneMax = 48

const grown = (bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bytes.buffer.transfer(Math.max(2 * bytes.length, least, 1024)))

function textColumn(bytes: Uint8Array, offsets: Uint32Array): TextColumn {
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

/** Up to this length, joining characters is faster than a call of the decoder. */
const shortByteCountMax = 32
const codesByLength = Array.from({ length: shortByteCountMax + 1 }, (_, length) => new Array<number>(length).fill(0))

/** The text of up to 32 ASCII bytes; undefined for more bytes, and for other characters. */
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
