import type { RecordReader } from '../format/format.ts'
import type { Steps } from '../rows/steps.ts'
import { createByteQueue } from '../text/byte-queue.ts'

/** The German form of MT940 ends lines with `@@`: `reader` gets line feeds instead. Other files pass unchanged. */
export function readAtSigns(reader: RecordReader): RecordReader {
  const queue = createByteQueue()
  let convert: Conversion | undefined

  const decide = function* (): Steps<void> {
    const head = queue.waiting()
    const isMarked = markedHead.test(String.fromCharCode(...head.subarray(0, headByteCount)))
    convert = isMarked ? createConversion() : (bytes) => bytes
    yield* reader.write(convert(head, false))
  }
  return {
    ...reader,
    *write(bytes) {
      if (convert !== undefined) return yield* reader.write(convert(bytes, false))
      queue.append(bytes)
      if (queue.waiting().length >= headByteCount) yield* decide()
    },
    *end() {
      if (convert === undefined) yield* decide()
      if (convert !== undefined) yield* reader.write(convert(nothing, true))
      yield* reader.end()
    },
  }
}

const headByteCount = 1024
const markedHead = /@@\r?\n?:(20|25P?|28C?|60[FM]):/

const [lineFeed, carriageReturn, at] = [0x0a, 0x0d, 0x40]

type Conversion = (bytes: Uint8Array, isLast: boolean) => Uint8Array

const nothing = new Uint8Array(0)

/** Replaces each `@@`, with the line break that may follow, by one line feed. */
function createConversion(): Conversion {
  let before = 0
  let isEnd = false
  return (bytes, isLast) => {
    const converted = new Uint8Array(bytes.length + 1)
    let length = 0
    for (const byte of bytes) {
      const isMark = byte === at && before === at
      if (before === at && !isMark) converted[length++] = at
      before = isMark ? 0 : byte
      if (isMark) converted[length++] = lineFeed
      else if (byte !== at && !(isEnd && (byte === carriageReturn || byte === lineFeed))) converted[length++] = byte
      isEnd = isMark || (isEnd && byte === carriageReturn)
    }
    if (isLast && before === at) converted[length++] = at
    return converted.subarray(0, length)
  }
}
