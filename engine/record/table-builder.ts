import { byteAt } from '../base/at.ts'
import { fromUtf8 } from '../base/bytes.ts'
import { appendBytes, appendString, createWordBuffer } from '../base/word-buffer.ts'
import { type AttributeChoice, type ColumnBuilders, createColumnBuilders } from './column-builders.ts'
import { createLineReader } from './line-reader.ts'
import type { NewMemory } from './text-column.ts'

export interface TableBuilder extends ColumnBuilders {
  /** Adds canonical NDJSON. Throws if the text does not end with a newline. */
  addLines(ndjson: string): void
  addBytes(ndjson: Uint8Array): void
}

const newline = 0x0a

/** `attributePaths` are the attributes that the run's rules name; a proposal of rules needs all. Texts go to `newMemory`. */
export function createTableBuilder(attributePaths: AttributeChoice, newMemory?: NewMemory): TableBuilder {
  const columns = createColumnBuilders(attributePaths, newMemory)
  const reader = createLineReader()
  const { batch } = reader
  const lines = createWordBuffer(0)

  const flush = (): void => {
    if (batch.count > 0) columns.addBatch(batch)
    batch.count = 0
  }
  const addLine = (start: number): number => {
    const end = reader.read(lines, start)
    if (end >= 0) {
      batch.lineByteCounts[batch.count] = end + 1 - start
      batch.count += 1
      if (batch.count === batch.rowCountMax) flush()
      return end + 1
    }
    flush()
    const lineEnd = lines.bytes.indexOf(newline, start)
    columns.addRecord(JSON.parse(fromUtf8(lines.bytes.subarray(start, lineEnd))), lineEnd + 1 - start)
    return lineEnd + 1
  }
  const addLines = (): void => {
    const { bytes, end } = lines
    if (end > 0 && byteAt(bytes, end - 1) !== newline) throw new RangeError('Got a last line without its newline')
    for (let start = 0; start < end; ) start = addLine(start)
    flush()
  }
  return {
    ...columns,
    addLines(ndjson) {
      lines.end = 0
      appendString(lines, ndjson)
      addLines()
    },
    addBytes(ndjson) {
      lines.end = 0
      appendBytes(lines, ndjson)
      addLines()
    },
  }
}
