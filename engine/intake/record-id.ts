import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { DatasetWarning } from './dataset-warning.ts'
import { createFreeNames } from './free-names.ts'
import type { UnsealedRecord } from './record-builder.ts'

export interface IdRegister {
  /** An id that no record before has. Requires that the record's other fields are complete. */
  assign(record: UnsealedRecord, line: number): string
  warnings(): readonly DatasetWarning[]
}

/**
 * Gives every record an id of its own: the one it brings, else `row_` and 26 hex digits of the SHA-256 of its canonical
 * line. A repeat gets the least free suffix `#2`, `#3`… in order of arrival, since real twins are never dropped.
 */
export function createIdRegister(sha256: Sha256): IdRegister {
  const free = createFreeNames()
  let repeatCount = 0
  let firstLine = 0

  return {
    assign(record, line) {
      const given = record['id']
      const wanted = typeof given === 'string' ? given : rowId(sha256, record)
      const id = free(wanted)
      if (id !== wanted) {
        if (repeatCount === 0) firstLine = line
        repeatCount += 1
      }
      return id
    },
    warnings: () => (repeatCount === 0 ? [] : [{ code: 'repeated_id', count: repeatCount, firstLine }]),
  }
}

const rowId = (sha256: Sha256, record: UnsealedRecord): string =>
  `row_${toHex(sha256(utf8(canonicalize(record)))).slice(0, 26)}`
