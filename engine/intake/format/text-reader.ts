import { type FaultLog, shown } from '../rows/row-fault.ts'
import { createTranscoder, type Encoding, encodingLabels, encodingOfLabel } from '../text/encoding.ts'
import type { RecordReader } from './format.ts'

export interface TextOptions {
  readonly encodingLabel: string | undefined
  readonly faults: FaultLog
}

/**
 * Opens a text format: `reader` gets UTF-8, whatever the encoding of the file. An unknown encoding label is a fault.
 */
export function readAsUtf8(reader: RecordReader, { encodingLabel, faults }: TextOptions): RecordReader {
  const transcoder = createTranscoder(declaredEncoding(encodingLabel, faults))
  return {
    write: (bytes) => reader.write(transcoder.write(bytes)),
    *end() {
      yield* reader.write(transcoder.end())
      yield* reader.end()
    },
    encoding: () => transcoder.encoding() ?? null,
  }
}

function declaredEncoding(label: string | undefined, faults: FaultLog): Encoding | undefined {
  if (label === undefined) return undefined
  const encoding = encodingOfLabel(label)
  if (encoding === undefined) {
    const detail = `Got the encoding ${shown(label)}, wanted one of ${encodingLabels().join(', ')}`
    faults.add({ line: 1, column: null, field: null, code: 'unknown_encoding', detail })
  }
  return encoding
}
