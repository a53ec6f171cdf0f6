import { uint32At } from '../../base/at.ts'
import { toHex, utf8 } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import { createFingerprintSet } from '../../base/fingerprint-set.ts'
import { batchOf, type Sha256 } from '../../base/hasher.ts'
import { stringOf } from '../../base/word-buffer.ts'
import { placeText, type TextPlaces } from '../../record/record-batch.ts'
import { createWarningCount, type DatasetWarning, type FileInArchive } from '../rows/dataset-warning.ts'
import type { LineBatch } from '../rows/line-batch.ts'
import type { UnsealedRecord } from './record-builder.ts'
import { renameRecords } from './row-lines.ts'

/** The suffix of each record's id, by the number of the record; 0 where it keeps its id. */
export type SuffixOf = (record: number) => number

interface IdRegister {
  /** Gives the record an id that no earlier record has. All other fields must be complete. */
  assign(record: UnsealedRecord, line: number): string
  /** The same for the records of a batch, in their lines as well. */
  assignTo(batch: LineBatch): void
  warnings(): readonly DatasetWarning[]
}

/**
 * Gives every record an id of its own: the id of the source, else `row_` and 26 hex digits of the SHA-256 of the
 * record's canonical line. A repeated id gets the least free suffix `#2`, `#3`… in order of arrival: twins are real,
 * and none is dropped. Holds the ids unless `suffixOf` says what `findRepeats` found.
 */
export function createIdRegister(sha256: Sha256, read: FileInArchive, suffixOf?: SuffixOf): IdRegister {
  const repeats = suffixOf === undefined ? createHeldIds(sha256) : createFoundRepeats(suffixOf)
  const warning = createWarningCount('repeated_id', read)
  const nameRows = createRowNames(sha256)
  return {
    assign(record, line) {
      const own = record['id']
      const wanted = typeof own === 'string' ? own : rowId(sha256(utf8(canonicalize(record))))
      const suffixed = repeats.next(wanted)
      if (suffixed === undefined) return wanted
      warning.add(line)
      return suffixed
    },
    assignTo(batch) {
      nameRows(batch)
      const suffixed = new Map<number, string>()
      repeats.nextOf(batch.ids, batch.count, (row, id) => {
        warning.add(uint32At(batch.lines, row))
        suffixed.set(row, id)
      })
      if (suffixed.size > 0) renameRecords(batch, suffixed)
    },
    warnings: warning.warnings,
  }
}

interface Repeats {
  /** The id with its suffix if the next record, which wants `id`, repeats it. */
  next(id: string): string | undefined
  nextOf(ids: TextPlaces, count: number, onRepeat: (row: number, suffixed: string) => void): void
}

function createFoundRepeats(suffixOf: SuffixOf): Repeats {
  let count = 0
  return {
    next(id) {
      const suffix = suffixOf(count++)
      return suffix === 0 ? undefined : `${id}#${suffix}`
    },
    nextOf(ids, rowCount, onRepeat) {
      for (let row = 0; row < rowCount; row++) {
        const suffix = suffixOf(count++)
        if (suffix !== 0) onRepeat(row, `${stringOf(placeText(ids, row))}#${suffix}`)
      }
    },
  }
}

/**
 * O(1) amortised an id, even when all ids are the same. Holds 9 to 15 bytes an id: ids whose SHA-256 begin with the
 * same 64 bits would count as one.
 */
function createHeldIds(sha256: Sha256): Repeats {
  const taken = createFingerprintSet()
  /** For each id, the suffix from which to look for a free one: without it, n equal ids would cost n². */
  const nextSuffixes = new Map<string, number>()
  const batch = batchOf(sha256)
  let digests = new DataView(new ArrayBuffer(0))

  const take = (id: string): boolean => {
    const digest = sha256(utf8(id))
    return taken.add(new DataView(digest.buffer, digest.byteOffset), 0)
  }
  const suffixed = (id: string): string => {
    let suffix = nextSuffixes.get(id) ?? 2
    while (!take(`${id}#${suffix}`)) suffix += 1
    if (nextSuffixes.size === suffixCountMax) nextSuffixes.clear()
    nextSuffixes.set(id, suffix + 1)
    return `${id}#${suffix}`
  }
  return {
    next: (id) => (take(id) ? undefined : suffixed(id)),
    nextOf(ids, count, onRepeat) {
      if (digests.byteLength < 32 * count) digests = new DataView(new ArrayBuffer(32 * count))
      batch.hashRanges({ ...ids, bytes: new Uint8Array(ids.view.buffer), count }, new Uint8Array(digests.buffer))
      taken.readAhead(digests, count)
      for (let row = 0; row < count; row++)
        if (!taken.add(digests, 32 * row)) onRepeat(row, suffixed(stringOf(placeText(ids, row))))
    },
  }
}

/**
 * The most suffixes that are remembered, a few megabytes. When there would be more, all are forgotten and counted
 * again.
 */
const suffixCountMax = 65_536

const idPrefix = 'row_'
const hashByteCount = 13

const rowId = (hash: Uint8Array): string => `${idPrefix}${toHex(hash.subarray(0, hashByteCount))}`

const openBrace = 0x7b

/** Returns a function that names the records without an id by the hashes of their lines. */
function createRowNames(sha256: Sha256): (batch: LineBatch) => void {
  const hasher = batchOf(sha256)
  return (batch) => {
    const { text, ids } = batch
    const [starts, ends] = [new Uint32Array(batch.count), new Uint32Array(batch.count)]
    const rows: number[] = []
    for (let row = 0, start = text.start; row < batch.count; row++) {
      const end = uint32At(text.ends, row)
      if (uint32At(ids.starts, row) === uint32At(ids.ends, row)) {
        // Starts at the second byte: the first, an open brace, is the common prefix of all messages of the batch.
        starts[rows.length] = start + 1
        ends[rows.length] = end - 1
        rows.push(row)
      }
      start = end
    }
    if (rows.length === 0) return
    const hashes = new Uint8Array(32 * rows.length)
    hasher.hashRanges({ prefix: openBrace, bytes: text.bytes, starts, ends, count: rows.length }, hashes)
    renameRecords(batch, new Map(rows.map((row, index) => [row, rowId(hashes.subarray(32 * index))])))
  }
}
