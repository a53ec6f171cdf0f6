import type { Steps } from '../rows/steps.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { codePageOf } from '../text/encoding.ts'
import type { RecordReader } from './format.ts'
import { readAsUtf8, type TextOptions } from './text-reader.ts'

interface LateEncodingOptions extends TextOptions {
  readonly declared?: () => string | undefined
}

const heldByteCountMax = 65_536

/**
 * Opens a text format whose files may be ASCII for megabytes before their encoding shows; `reader` gets UTF-8. The
 * encoding is, in this order: the one that the sender names; UTF-8 if the bytes from the first non-ASCII byte on are
 * valid UTF-8, since banks change the encoding and not the header; the one that the file declares; windows-1250 or
 * windows-1252, by the words.
 */
export function readLateEncoded(reader: RecordReader, options: LateEncodingOptions): RecordReader {
  const { encodingLabel, faults, declared } = options
  if (encodingLabel !== undefined) return readAsUtf8(reader, options)
  const queue = createByteQueue()
  let isAscii = true
  let decided: RecordReader | undefined

  const decide = function* (isAll: boolean): Steps<void> {
    const held = queue.waiting()
    if (held.length < heldByteCountMax && !isAll) return
    const label = isUtf8Text(held, isAll) ? 'utf-8' : (declared?.() ?? codePageOf(held))
    decided = readAsUtf8(reader, { encodingLabel: label, faults })
    yield* decided.write(held)
  }
  return {
    *write(bytes) {
      if (decided !== undefined) return yield* decided.write(bytes)
      const start = isAscii ? asciiByteCount(bytes) : 0
      if (start > 0) yield* reader.write(bytes.subarray(0, start))
      if (start === bytes.length) return
      isAscii = false
      queue.append(bytes.subarray(start))
      yield* decide(false)
    },
    *end() {
      if (!isAscii && decided === undefined) yield* decide(true)
      const opened = decided ?? reader
      yield* opened.end()
    },
    encoding: () => (isAscii ? 'utf-8' : (decided?.encoding?.() ?? null)),
  }
}

function asciiByteCount(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let index = 0
  while (index + 4 <= bytes.length && (view.getUint32(index) & 0x80808080) === 0) index += 4
  while (index < bytes.length && view.getUint8(index) < 0x80) index += 1
  return index
}

function isUtf8Text(held: Uint8Array, isAll: boolean): boolean {
  const isWhole = isAll && held.length <= heldByteCountMax
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(held.subarray(0, heldByteCountMax), {
      stream: !isWhole,
    })
    return true
  } catch {
    return false
  }
}
