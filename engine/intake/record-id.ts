import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createWarningCount, type DatasetWarning } from './dataset-warning.ts'
import { createFreeNames } from './free-names.ts'
import type { UnsealedRecord } from './record-builder.ts'

/** Gives ids to the records of one dataset. */
export interface IdRegister {
  /** An id that no record before has. Requires that the record's other fields are complete. */
  assign(record: UnsealedRecord, line: number): string
  /** `repeated_id`, where ids of the source repeat. */
  warnings(): readonly DatasetWarning[]
}

/**
 * Gives every record an id of its own: the id of the source, else `row_` and 26 hex digits of the SHA-256 of the record's
 * canonical line. A repeat gets the least free suffix `#2`, `#3`… in order of arrival: twins are real, and none is dropped.
 */
export function createIdRegister(sha256: Sha256): IdRegister {
  const free = createFreeNames()
  const repeats = createWarningCount('repeated_id')
  return {
    assign(record, line) {
      const own = record['id']
      const wanted = typeof own === 'string' ? own : rowId(sha256, record)
      const id = free(wanted)
      if (id !== wanted) repeats.add(line)
      return id
    },
    warnings: repeats.warnings,
  }
}

const rowId = (sha256: Sha256, record: UnsealedRecord): string =>
  `row_${toHex(sha256(utf8(canonicalize(record)))).slice(0, 26)}`
