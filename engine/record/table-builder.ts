import { byteAt } from '../base/at.ts'
import { fromUtf8 } from '../base/bytes.ts'
import { appendBytes, appendString, createWordBuffer } from '../base/word-buffer.ts'
import { type ColumnBuilders, createColumnBuilders } from './column-builders.ts'
import { createLineReader } from './line-reader.ts'

/** Builds the table of one side, from records or from the lines that datasets store. */
export interface TableBuilder extends ColumnBuilders {
  /** Adds records as datasets store them: canonical NDJSON. Throws unless the text ends with a newline. */
  addLines(ndjson: string): void
  /** The same in UTF-8. */
  addBytes(ndjson: Uint8Array): void
}

const newline = 0x0a

/** A builder of one side. `attributePaths` are the `attributes.<path>` fields that the run's rules name. */
export function createTableBuilder(attributePaths: readonly string[]): TableBuilder {
  const columns = createColumnBuilders(attributePaths)
  const reader = createLineReader()
  const lines = createWordBuffer(0)

  const addLines = (): void => {
    const { bytes, end } = lines
    if (end > 0 && byteAt(bytes, end - 1) !== newline) throw new RangeError('Got a last line without its newline')
    for (let start = 0; start < end; ) {
      let lineEnd = reader.read(lines, start)
      if (lineEnd >= 0) columns.addValues(reader.values, lineEnd + 1 - start)
      else {
        lineEnd = bytes.indexOf(newline, start)
        columns.addRecord(JSON.parse(fromUtf8(bytes.subarray(start, lineEnd))), lineEnd + 1 - start)
      }
      start = lineEnd + 1
    }
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
