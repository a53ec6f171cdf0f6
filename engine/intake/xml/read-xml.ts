import type { RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import { createXmlReader, type XmlTaker } from './xml-reader.ts'

interface XmlOptions extends Pick<RecordSink, 'faults' | 'backlog'> {
  readonly encodingLabel: string | undefined
}

/** An XML declaration ends within this many bytes. */
const declarationByteCountMax = 256

/** Reads XML in the encoding that the sender, a byte order mark or the XML declaration names. */
export function readXml(taker: XmlTaker, { encodingLabel, faults, backlog }: XmlOptions): RecordReader {
  let held = new Uint8Array()
  let reader: RecordReader | undefined
  const open = function* (): Steps<RecordReader> {
    const label = encodingLabel ?? declaredEncoding(held)
    const opened = readAsUtf8(createXmlReader(taker, { faults, backlog }), { encodingLabel: label, faults })
    reader = opened
    yield* opened.write(held)
    return opened
  }
  return {
    *write(bytes) {
      if (reader !== undefined) return yield* reader.write(bytes)
      const joined = new Uint8Array(held.length + bytes.length)
      joined.set(held)
      joined.set(bytes, held.length)
      held = joined
      if (held.length >= declarationByteCountMax || held.includes(tagEnd)) yield* open()
    },
    *end() {
      const opened = reader ?? (yield* open())
      yield* opened.end()
    },
    encoding: () => reader?.encoding?.() ?? null,
  }
}

const tagEnd = 0x3e

/** The encoding that the declaration names. An unknown one is a fault when it is used. */
function declaredEncoding(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, declarationByteCountMax))
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1]
  // `utf-16` is ignored: if it were true, the declaration could not have been read byte by byte.
  return label === undefined || /^utf-?16/i.test(label) ? undefined : label
}
