import { createStatementWriter, type StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, ReaderOptions, RecordReader, Sniffed } from '../format/format.ts'
import { readLateEncoded } from '../format/late-encoding.ts'
import { refuseMapping } from '../format/no-mapping.ts'
import type { Steps } from '../rows/steps.ts'
import { createOfxFile } from './ofx-file.ts'
import { createTagReader } from './ofx-tags.ts'

/** OFX 1 (SGML) and 2 (XML), and QFX, which is OFX with a few tags of Intuit's. */
export const ofxFormat = {
  name: 'ofx',
  title: 'OFX',
  mediaTypes: ['application/x-ofx', 'application/vnd.intu.qfx'],
  extensions: ['.ofx', '.qfx'],
  sniff: sniffOfx,
  open(options, sink) {
    refuseMapping(options, ofxFormat, { faults: sink.faults })
    return createOfxReader(options, sink)
  },
} as const satisfies FileFormat

function createOfxReader({ currency, encodingLabel }: ReaderOptions, sink: StatementSink): RecordReader {
  const reader = createTagReader(createOfxFile(createStatementWriter(sink, currency), sink), sink)
  let head = ''
  const write = (bytes: Uint8Array): Steps<void> => {
    if (head.length < headLengthMax) head += String.fromCharCode(...bytes.subarray(0, headLengthMax - head.length))
    return reader.write(bytes)
  }
  return readLateEncoded({ ...reader, write }, { encodingLabel, faults: sink.faults, declared: () => charsetIn(head) })
}

/** The header names the encoding within this many characters. */
const headLengthMax = 1024

/** `CHARSET:1252` of OFX 1, `encoding="…"` of OFX 2; undefined for ASCII and UTF-8, which bytes have ruled out. */
function charsetIn(head: string): string | undefined {
  const named =
    /(?:^|\s)CHARSET:[ \t]*([\w.:-]+)/i.exec(head)?.[1] ?? /\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]
  if (named === undefined || /^(?:none|us-?ascii|utf-?\w+|csunicode)$/i.test(named)) return undefined
  if (/^125\d$/.test(named)) return `windows-${named}`
  return /^8859-\d+$/.test(named) ? `iso-${named}` : named
}

const signatures = ['OFXHEADER', '<OFX', '<?OFX']
const prefixed = /^<[\w.-]+:OFX/
const declarationStart = '<?XML'

function sniffOfx(visible: Uint8Array, isAll: boolean): Sniffed {
  const text = String.fromCharCode(...visible).toUpperCase()
  const start = text.startsWith(declarationStart) ? text.indexOf('?>') + 2 : 0
  if (start === 1) return isAll || text.length >= sniffedLengthMax ? 'no' : 'undecided'
  const body = text.slice(start)
  if (prefixed.test(body) || signatures.some((signature) => body.startsWith(signature))) return 'certain'
  const isOpen = [...signatures, declarationStart].some((signature) => signature.startsWith(body))
  return isOpen && !isAll ? 'undecided' : 'no'
}

/** An XML declaration is shorter. */
const sniffedLengthMax = 256
