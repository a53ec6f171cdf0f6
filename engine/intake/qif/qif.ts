import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, ReaderOptions, RecordReader, Sniffed } from '../format/format.ts'
import { readLateEncoded } from '../format/late-encoding.ts'
import { refuseMapping } from '../format/no-mapping.ts'
import { createQifFile } from './qif-file.ts'
import { createQifReader } from './qif-reader.ts'

/** QIF, as Quicken and many other programs write it. */
export const qifFormat = {
  name: 'qif',
  title: 'QIF',
  mediaTypes: ['application/x-qif'],
  extensions: ['.qif'],
  sniff: sniffQif,
  open(options, sink) {
    refuseMapping(options, qifFormat, { faults: sink.faults, allowed: ['date.format', 'decimal'] })
    return createReader(options, sink)
  },
} as const satisfies FileFormat

const createReader = (options: ReaderOptions, sink: StatementSink): RecordReader =>
  readLateEncoded(createQifReader(createQifFile(options, sink), sink), {
    encodingLabel: options.encodingLabel,
    faults: sink.faults,
  })

const signatures = ['!type:', '!account', '!option:', '!clear:']
const numberSign = '#'

function sniffQif(visible: Uint8Array, isAll: boolean): Sniffed {
  const text = String.fromCharCode(...visible).toLowerCase()
  if (signatures.some((signature) => text.startsWith(signature))) return 'certain'
  if (text.startsWith(numberSign) && text.includes('!type:')) return 'likely'
  const isOpen = signatures.some((signature) => signature.startsWith(text))
  return isOpen && !isAll ? 'undecided' : 'no'
}
