import type { RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import { createXmlReader, type XmlTaker } from './xml-reader.ts'

export interface XmlOptions extends Pick<RecordSink, 'faults' | 'backlog'> {
  /** As the sender names the encoding; undefined lets the file say it. */
  readonly encodingLabel: string | undefined
}

/** Characters that may stand before the end of an XML declaration. */
const declarationByteCountMax = 256

/**
 * The reader of an XML format in whatever encoding: as the sender names it, else by the byte order mark, else as the XML
 * declaration says. Holds up to 256 bytes until the declaration has ended.
 */
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

/** The encoding that the declaration names. One that is not read is a fault of whoever reads by it. */
function declaredEncoding(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, declarationByteCountMax))
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1]
  // A file in UTF-16 has a byte order mark, or could not have been read so far.
  return label === undefined || /^utf-?16/i.test(label) ? undefined : label
}
