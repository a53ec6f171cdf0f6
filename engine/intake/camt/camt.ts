import type { StatementSink } from '../dataset/statement-writer.ts'
import type { FileFormat, ReaderOptions, RecordReader } from '../format/format.ts'
import { refuseMapping } from '../format/no-mapping.ts'
import { readXml } from '../xml/read-xml.ts'
import { camtElements } from './camt-elements.ts'
import { createCamtTaker } from './camt-taker.ts'
import { createTreeTaker } from './element-tree.ts'

/** Account reports (camt.052), statements (camt.053) and notifications (camt.054) of ISO 20022, in all versions. */
export const camtFormat = {
  name: 'camt',
  title: 'camt',
  mediaTypes: ['application/xml', 'text/xml'],
  extensions: ['.xml'],
  sniff(visible, isAll) {
    const text = String.fromCharCode(...visible)
    if (!text.startsWith('<')) return text === '' && !isAll ? 'undecided' : 'no'
    if (/camt\.05[234]\.\d|<(?:[\w.-]+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)/.test(text)) return 'certain'
    if (!isAll && visible.length < sniffedByteCount) return 'undecided'
    // Other XML is `likely`, too: its reader then refuses it by its first elements. OFX and HTML are not ISO 20022.
    return /^<\?xml|iso:20022/.test(text) && !/<(?:\?OFX|OFX|!DOCTYPE|html)/i.test(text) ? 'likely' : 'no'
  },
  open(options, sink) {
    refuseMapping(options, camtFormat, sink)
    return readCamt(options, sink)
  },
} as const satisfies FileFormat

const sniffedByteCount = 1024

function readCamt({ encodingLabel, currency, level }: ReaderOptions, sink: StatementSink): RecordReader {
  const taker = createCamtTaker({ currency, level }, sink)
  return readXml(createTreeTaker(camtElements, taker), { encodingLabel, faults: sink.faults, backlog: sink.backlog })
}
