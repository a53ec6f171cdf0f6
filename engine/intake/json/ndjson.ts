import { textOf } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { parseJson } from '../../base/json.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, ReaderOptions, RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import type { CellTaker } from '../rows/cells.ts'
import { intakeLimits, tooManyMembers } from '../rows/intake-limits.ts'
import type { RowFault } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { createFileRows } from './file-rows.ts'

/** NDJSON: one JSON object on each line; blank lines are skipped. */
export const ndjsonFormat = {
  name: 'ndjson',
  title: 'NDJSON',
  mediaTypes: ['application/x-ndjson'],
  extensions: ['.ndjson', '.jsonl'],
  /** A lone `[` is a JSON file that was cut off; the JSON reader reports it. */
  sniff([first, second], isAll) {
    const isCutOff = isAll && first === openBracket && second === undefined
    return first === openBrace || isCutOff ? 'likely' : 'no'
  },
  open: (options, sink) =>
    readAsUtf8(createNdjsonReader(options, sink), { encodingLabel: options.encodingLabel, faults: sink.faults }),
} as const satisfies FileFormat

const openBrace = 0x7b
const openBracket = 0x5b

const ndjsonLineByteCountMax = 65_536

/** A line that is too long is a fault; reading continues with the next line. */
function createNdjsonReader(options: ReaderOptions, sink: StatementSink): RecordReader {
  const { faults, backlog } = sink
  const queue = createByteQueue()
  const rows = createFileRows(options, sink, { isNested: false })
  let [line, searchedByteCount] = [1, 0]
  let isTooLong = false

  const addFault: AddFault = (code, detail) => faults.add({ line, column: null, field: null, code, detail })
  const takeLine = (bytes: Uint8Array): void => {
    rows.takers()?.lines.flush()
    const value = isTooLong || bytes.length > ndjsonLineByteCountMax ? refuse(addFault) : readLine(bytes, addFault)
    if (value !== undefined) rows.take(value, { line }, bytes.length)
    isTooLong = false
    line += 1
  }
  const takeLines = function* (bytes: Uint8Array): Steps<number> {
    // Only new bytes are searched for the end of the line.
    if (bytes.indexOf(lineFeed, searchedByteCount) < 0) return 0
    let lines: CellTaker | undefined
    for (let start = 0; ; ) {
      if (backlog.isBehind()) yield* backlog.workOff()
      if (lines === undefined) {
        lines = rows.takers()?.lines
        lines?.open(bytes, queue.view())
      }
      const next = isTooLong ? -1 : (lines?.take(start, line) ?? -1)
      if (next >= 0) {
        line += 1
        start = next
        continue
      }
      const end = bytes.indexOf(lineFeed, Math.max(start, searchedByteCount))
      if (end < 0) return start
      takeLine(bytes.subarray(start, end))
      start = end + 1
    }
  }
  return {
    *write(bytes) {
      if (faults.isFull()) return
      queue.append(bytes)
      const used = yield* takeLines(queue.waiting())
      rows.takers()?.lines.flush()
      queue.drop(used)
      const waiting = queue.waiting()
      if (waiting.length > ndjsonLineByteCountMax) {
        isTooLong = true
        queue.drop(waiting.length)
      }
      searchedByteCount = queue.waiting().length
    },
    *end() {
      const last = queue.waiting()
      if (last.length > 0 || isTooLong) takeLine(last)
      yield* backlog.workOff()
      yield* rows.end()
    },
  }
}

const lineFeed = 0x0a

type AddFault = (code: RowFault['code'], detail: string) => void

function refuse(addFault: AddFault): undefined {
  addFault('record_too_large', `Got a line of more than ${ndjsonLineByteCountMax} bytes, wanted at most that`)
}

function readLine(bytes: Uint8Array, addFault: AddFault): JsonValue | undefined {
  const text = textOf(bytes)
  if (text === undefined) {
    addFault(
      'invalid_encoding',
      'Got bytes that are no text in the encoding of the file, wanted UTF-8, or the right charset or "encoding"',
    )
    return undefined
  }
  if (text.trim() === '') return undefined
  const result = parseJson(text, { valueCountMax: intakeLimits.members, hasLines: false })
  if (result.ok) return result.value
  const { code, detail, column } = result.fault
  if (code === 'too_many_values') {
    addFault(tooManyMembers.code, tooManyMembers.detail)
    return undefined
  }
  addFault(code, `${detail} (at character ${column})`)
  return undefined
}
