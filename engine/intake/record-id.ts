import { createByteKeys } from '../base/byte-keys.ts'
import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createWordBuffer, type Stretch, stretchOf, stringOf } from '../base/word-buffer.ts'
import { appendRecordLine } from '../record/record-line.ts'
import type { RecordValues } from '../record/record-values.ts'
import { createWarningCount, type DatasetWarning } from './dataset-warning.ts'
import type { UnsealedRecord } from './record-builder.ts'

/** Gives ids to the records of one dataset. */
export interface IdRegister {
  /** An id that no record before has. Requires that the record's other fields are complete. */
  assign(record: UnsealedRecord, line: number): string
  /** Gives such an id to the record of `values`. */
  assignTo(values: RecordValues): void
  /** `repeated_id`, where ids of the source repeat. */
  warnings(): readonly DatasetWarning[]
}

/**
 * Gives every record an id of its own: the id of the source, else `row_` and 26 hex digits of the SHA-256 of the record's
 * canonical line. A repeat gets the least free suffix `#2`, `#3`… in order of arrival: twins are real, and none is
 * dropped. O(1) amortised an id, also when all ids are the same.
 */
export function createIdRegister(sha256: Sha256): IdRegister {
  const taken = createByteKeys()
  /** By id, the suffix below which all are taken, so that ten thousand twins do not each count from two. */
  const nextSuffixes = new Map<string, number>()
  const repeats = createWarningCount('repeated_id')
  /** The line of a record without an id, of which its id is made. */
  const unsealed = createWordBuffer(0)

  /** Takes an id; false where another record has it. */
  const take = (id: Stretch): boolean => taken.count() === taken.numberOf(id)
  const suffixed = (id: string): string => {
    let suffix = nextSuffixes.get(id) ?? 2
    while (!take(stretchOf(`${id}#${suffix}`))) suffix += 1
    nextSuffixes.set(id, suffix + 1)
    return `${id}#${suffix}`
  }
  const rowId = (bytes: Uint8Array): string => `row_${toHex(sha256(bytes)).slice(0, 26)}`
  return {
    assign(record, line) {
      const own = record['id']
      const wanted = typeof own === 'string' ? own : rowId(utf8(canonicalize(record)))
      if (take(stretchOf(wanted))) return wanted
      repeats.add(line)
      return suffixed(wanted)
    },
    assignTo(values) {
      const { id } = values
      if (id.start === id.end) {
        unsealed.end = 0
        appendRecordLine(unsealed, values)
        Object.assign(id, stretchOf(rowId(unsealed.bytes.subarray(0, unsealed.end))))
      }
      if (take(id)) return
      repeats.add(values.line)
      Object.assign(id, stretchOf(suffixed(stringOf(id))))
    },
    warnings: repeats.warnings,
  }
}
