import type { FileFormat, RecordReader, Sniffed } from '../format/format.ts'
import { refuseMapping } from '../format/no-mapping.ts'
import { createLineReader } from '../format/text-lines.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import { readAtSigns } from './at-signs.ts'
import { createSwiftFields } from './swift-fields.ts'
import { createSwiftStatements } from './swift-statement.ts'

/** MT940, SWIFT's customer statement, and MT942, its interim report, as banks give them to customers. */
export const mt940Format = {
  name: 'mt940',
  title: 'MT940',
  mediaTypes: ['application/x-mt940'],
  extensions: ['.sta', '.940', '.mt940', '.txt'],
  sniff: sniffMt940,
  open(options, sink): RecordReader {
    const { encodingLabel } = options
    const { faults } = sink
    refuseMapping(options, mt940Format, sink)
    const fields = createSwiftFields(createSwiftStatements(options, sink), faults)
    return readAtSigns(readAsUtf8(createLineReader(fields, sink), { encodingLabel, faults }))
  },
} as const satisfies FileFormat

/** Recognises the first fields of a message. With delimiters or quotes before them the file is a CSV. */
function sniffMt940(visible: Uint8Array, isAll: boolean): Sniffed {
  const text = String.fromCharCode(...visible)
  const isWhole = isAll || visible.length >= decidingByteCount
  const start = text.indexOf(':20:')
  const before = start < 0 ? text : text.slice(0, start)
  const isMessage = /^(\{[1-4]:|:(20|25P?|28C?|34F|6[0-2][FM]?|86|940):)/.test(text)
  if (isMessage && start < 0) return isWhole ? 'likely' : 'undecided'
  if (/^[[!<]|[,;"|]/.test(before) && !isMessage) return 'no'
  if (/:(25P?|28C?|34F|6[0-2][FM]?|86):/.test(text.slice(start + 1))) return isMessage ? 'certain' : 'likely'
  if (!isWhole) return 'undecided'
  return start >= 0 ? 'likely' : 'no'
}

const decidingByteCount = 1024
