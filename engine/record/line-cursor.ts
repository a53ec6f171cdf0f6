import { byteAt } from '../base/at.ts'
import type { BufferRange } from '../base/word-buffer.ts'
import { endOfJsonText } from '../base/word-scan.ts'
import type { RecordBatch } from './record-batch.ts'

export interface Cursor {
  bytes: Uint8Array
  view: DataView
  position: number
  batch: RecordBatch
  /** The row of the batch that is being read. */
  row: number
}

const quote = 0x22

/**
 * Whether the bytes of `wanted`, at least four, are next. Compares four bytes at a time; the last four may overlap
 * those before.
 */
export function isAt({ view, position }: Cursor, { view: wanted, end }: BufferRange): boolean {
  for (let index = 0; index + 4 <= end; index += 4)
    if (view.getUint32(position + index, true) !== wanted.getUint32(index, true)) return false
  return view.getUint32(position + end - 4, true) === wanted.getUint32(end - 4, true)
}

/** Goes past a text and its closing quote; returns where the text ends, or -1 if no quote ends it. */
export function endOfText(cursor: Cursor): number {
  const end = endOfJsonText(cursor.view, cursor.position)
  if (byteAt(cursor.bytes, end) !== quote) return -1
  cursor.position = end + 1
  return end
}
