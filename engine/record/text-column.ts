import { byteAt, uint32At } from '../base/at.ts'
import { appendStretch, appendString, createWordBuffer, type Stretch } from '../base/word-buffer.ts'
import type { TextColumn } from './columns.ts'

export interface TextColumnBuilder {
  /** Adds the value of the next row. */
  add(text: string | undefined): void
  /** Adds the UTF-8 text of a stretch as the value of the next row; the row has none where the stretch is empty. */
  addStretch(stretch: Stretch): void
  /** Ends the column. The builder is of no use afterwards. */
  finish(): TextColumn
}

/** Builds a text column row by row. O(1) amortised a byte; a row without a value writes nothing until a later one has one. */
export function createTextColumnBuilder(): TextColumnBuilder {
  const buffer = createWordBuffer(0)
  let offsets = new Uint32Array(0)
  let rows = 0
  /** Offsets up to this row are written. */
  let written = 0

  /** Makes room for the offset of the next row, whose bytes are not added yet. */
  const beginRow = (): void => {
    if (rows + 1 >= offsets.length)
      offsets = new Uint32Array(offsets.buffer.transfer(4 * Math.max(2 * offsets.length, rows + 2, 256)))
    if (written < rows) offsets.fill(buffer.end, written + 1, rows + 1)
  }
  const endRow = (): void => {
    rows += 1
    written = rows
    offsets[rows] = buffer.end
  }
  return {
    add(text) {
      if (text === undefined) {
        rows += 1
        return
      }
      beginRow()
      appendString(buffer, text)
      endRow()
    },
    addStretch(stretch) {
      if (stretch.start === stretch.end) {
        rows += 1
        return
      }
      beginRow()
      appendStretch(buffer, stretch)
      endRow()
    },
    finish() {
      if (buffer.end === 0) return textColumn(new Uint8Array(0), new Uint32Array(rows + 1))
      offsets = new Uint32Array(offsets.buffer.transfer(4 * (rows + 1)))
      offsets.fill(buffer.end, written + 1)
      return textColumn(new Uint8Array(buffer.bytes.buffer.transfer(buffer.end)), offsets)
    },
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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
