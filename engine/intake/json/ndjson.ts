import type { JsonValue } from '../../base/canonical.ts'
import { parseJson } from '../../base/json.ts'
import { createByteQueue } from '../byte-queue.ts'
import type { ReaderOptions, RecordReader } from '../reader.ts'
import type { RecordSink } from '../record-builder.ts'
import { createJsonRows } from './json-rows.ts'

/** Bytes of one line; a record has as many at most. */
export const lineByteCountMax = 65_536

/** A reader of NDJSON: one JSON object a line, blank lines left out. A longer line is a fault; reading goes on behind it. */
export function createNdjsonReader(options: ReaderOptions, sink: RecordSink): RecordReader {
  const queue = createByteQueue()
  const rows = createJsonRows(options, sink)
  let line = 1
  let searchedByteCount = 0
  let isTooLong = false

  const takeLine = (bytes: Uint8Array): void => {
    if (isTooLong || bytes.length > lineByteCountMax) {
      const detail = `Got a line of more than ${lineByteCountMax} bytes, wanted at most that`
      sink.faults.add({ line, column: null, field: null, code: 'record_too_large', detail })
    } else {
      const value = readLine(bytes, line, sink)
      if (value !== undefined) rows.take(value, { line })
    }
    isTooLong = false
    line += 1
  }
  return {
    write(bytes) {
      if (sink.faults.isFull()) return
      queue.append(bytes)
      let waiting = queue.waiting()
      let end = waiting.indexOf(lineFeed, searchedByteCount)
      let used = 0
      for (; end >= 0; end = waiting.indexOf(lineFeed, used)) {
        takeLine(waiting.subarray(used, end))
        used = end + 1
      }
      queue.drop(used)
      waiting = queue.waiting()
      if (waiting.length > lineByteCountMax) {
        isTooLong = true
        queue.drop(waiting.length)
      }
      searchedByteCount = queue.waiting().length
    },
    end() {
      const rest = queue.waiting()
      if (rest.length > 0 || isTooLong) takeLine(rest)
      rows.end()
    },
  }
}

const lineFeed = 0x0a
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readLine(bytes: Uint8Array, line: number, sink: RecordSink): JsonValue | undefined {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    const detail =
      'Got bytes that are no text in the encoding of the file, wanted UTF-8, or the right charset or "encoding"'
    sink.faults.add({ line, column: null, field: null, code: 'invalid_encoding', detail })
    return undefined
  }
  if (text.trim() === '') return undefined
  const result = parseJson(text)
  if (result.ok) return result.value
  const { code, detail, column } = result.fault
  sink.faults.add({ line, column: null, field: null, code, detail: `${detail} (at character ${column})` })
  return undefined
}
