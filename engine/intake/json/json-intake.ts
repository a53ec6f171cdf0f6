import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember } from '../../base/json.ts'
import { createDatasetWriter } from '../dataset-writer.ts'
import type { BodyFormat } from '../format.ts'
import { endOf, type IntakeEnd, type IntakeOptions } from '../intake.ts'
import { createFaultLog } from '../row-fault.ts'
import { createJsonRows } from './json-rows.ts'

/** JSON: records inside the body of an upload, which names the dataset too. A file that is a list of them is refused. */
export const jsonFormat = {
  name: 'json',
  title: 'JSON',
  mediaTypes: ['application/json'],
  extensions: ['.json'],
  sniff([first, second]) {
    if (first !== openBracket) return 'no'
    if (second === undefined) return 'undecided'
    return second === openBrace || second === closeBracket ? 'likely' : 'no'
  },
  refusal: 'Got a JSON array, wanted CSV, or NDJSON: one record a line',
} as const satisfies BodyFormat

const openBrace = 0x7b
const openBracket = 0x5b
const closeBracket = 0x5d

/** The dataset of the `records` of a JSON body. Faults name their lines where `parseJson` has read the body. */
export function openJsonIntake(options: IntakeOptions & { readonly records: readonly JsonValue[] }): IntakeEnd {
  const faults = createFaultLog()
  const writer = createDatasetWriter({ sha256: options.sha256, chunkByteCountMax: options.chunkBytesMax, faults })
  const rows = createJsonRows(options, { faults, ...writer })
  for (const [index, record] of options.records.entries()) {
    if (faults.isFull()) break
    // An object knows the line of each of its members; the line of any other value only the list knows.
    const isObject = record !== null && typeof record === 'object'
    const line = isObject ? undefined : lineOfMember(options.records, String(index))
    rows.take(record, { line, pointer: `/records/${index}` })
  }
  rows.end()
  return endOf(writer, faults)
}
