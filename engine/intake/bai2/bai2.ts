import type { FileFormat, RecordReader, Sniffed } from '../format/format.ts'
import { refuseMapping } from '../format/no-mapping.ts'
import { createLineReader } from '../format/text-lines.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import { createBai2Reader } from './bai2-reader.ts'
import { createBai2Segments } from './bai2-segments.ts'

/** BAI2, version 2 of the Bank Administration Institute's balance reports, mostly of banks in the United States. */
export const bai2Format = {
  name: 'bai2',
  title: 'BAI2',
  mediaTypes: ['application/x-bai2'],
  extensions: ['.bai', '.bai2'],
  sniff: sniffBai2,
  open(options, sink): RecordReader {
    const { encodingLabel } = options
    const { faults } = sink
    refuseMapping(options, bai2Format, sink)
    const records = createBai2Segments(createBai2Reader(options, sink), faults)
    return readAsUtf8(createLineReader(records, sink), { encodingLabel, faults })
  },
} as const satisfies FileFormat

/**
 * A CSV row may begin with `01,sender,receiver,YYMMDD,`, too: only a `02,` record behind a slash makes BAI2 certain.
 */
function sniffBai2(visible: Uint8Array, isAll: boolean): Sniffed {
  const text = String.fromCharCode(...visible.subarray(0, headByteCount))
  if (/^01(,[^,]*){2},(20)?\d{6},[^/]*\/02,/.test(text)) return 'certain'
  if (!isAll && text.length < headByteCount && '01,'.startsWith(text.slice(0, 3))) return 'undecided'
  return /^01(,[^,]*){2},(20)?\d{6},/.test(text) ? 'likely' : 'no'
}

const headByteCount = 200
