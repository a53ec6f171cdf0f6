import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isCount, isHash, isText, isTimestamp, orNull, parseShape } from '../base/json-shape.ts'
import { type Parsed, refused } from '../base/parsed.ts'
import { appendReceiptLine, type LogState, type SealedReceipt } from './receipt.ts'

/** Entries of the log that say that the records of a run or of a dataset were deleted. */

export type DeletedKind = 'dataset' | 'run'

export interface DeletionFields {
  /** The id of the API key; null where the service itself deleted, for example at the end of a retention. */
  readonly actor: string | null
  /** When the deletion was sealed; not before the previous entry. */
  readonly completedAt: string
  readonly createdAt: string
  readonly id: string
  /** The root of the dataset or of the run's result; null for a run without a result. */
  readonly root: string | null
  readonly tenant: string
  readonly what: DeletedKind
}

/** A deletion with its place in the log, as a receipt has it. */
export interface Deletion extends DeletionFields {
  readonly kind: 'tallystick/deletion@1'
  readonly previous: string
  readonly sequence: number
}

/** The line without its newline: `{"actor":null,…,"id":"run_…","kind":"tallystick/deletion@1",…,"what":"run"}` */
export const formatDeletion = (deletion: Deletion): string => canonicalize({ ...deletion })

/** Reads a line without its newline. Refuses every other spelling and unknown members. */
export function parseDeletion(line: string): Parsed<Deletion> {
  const read = parseShape<Deletion>(line, 'a deletion', {
    actor: orNull(isText),
    completedAt: isTimestamp,
    createdAt: isTimestamp,
    id: isText,
    kind: (value) => value === 'tallystick/deletion@1',
    previous: isHash,
    root: orNull(isHash),
    sequence: isCount,
    tenant: isHash,
    what: (value) => value === 'dataset' || value === 'run',
  })
  return read.ok && read.value.what === 'dataset' && read.value.root === null
    ? refused('Got a dataset without a root, wanted a deletion')
    : read
}

export const appendDeletion = (sha256: Sha256, log: LogState, fields: DeletionFields): SealedReceipt =>
  appendReceiptLine(
    sha256,
    log,
    formatDeletion({ ...fields, kind: 'tallystick/deletion@1', previous: log.previous, sequence: log.size }),
  )
