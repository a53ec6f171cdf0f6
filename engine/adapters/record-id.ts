import { toHex, utf8 } from '../proof/bytes.ts'
import { canonicalize } from '../proof/canonical.ts'
import type { Sha256 } from '../proof/hasher.ts'
import type { DatasetWarning } from './dataset-writer.ts'
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
  const taken = new Set<string>()
  /** All suffixes below it are taken, so that ten thousand twins do not each count from two. */
  const nextSuffixes = new Map<string, number>()
  let repeatCount = 0
  let firstLine = 0

  const freed = (id: string): string => {
    let suffix = nextSuffixes.get(id) ?? 2
    while (taken.has(`${id}#${suffix}`)) suffix += 1
    nextSuffixes.set(id, suffix + 1)
    return `${id}#${suffix}`
  }
  return {
    assign(record, line) {
      const given = record['id']
      const wanted = typeof given === 'string' ? given : rowId(sha256, record)
      const isRepeat = taken.has(wanted)
      if (isRepeat && repeatCount === 0) firstLine = line
      repeatCount += Number(isRepeat)
      const id = isRepeat ? freed(wanted) : wanted
      taken.add(id)
      return id
    },
    warnings: () => (repeatCount === 0 ? [] : [{ code: 'repeated_id', count: repeatCount, firstLine }]),
  }
}

const rowId = (sha256: Sha256, record: UnsealedRecord): string =>
  `row_${toHex(sha256(utf8(canonicalize(record)))).slice(0, 26)}`
