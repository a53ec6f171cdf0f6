import { at } from '../../base/at.ts'
import { toHex, utf8 } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import { createFingerprintSet } from '../../base/fingerprint-set.ts'
import { batchOf, type Sha256 } from '../../base/hasher.ts'
import {
  appendRange,
  createWordBuffer,
  putHex,
  putRange,
  rangeOf,
  reserve,
  setView,
  stringOf,
} from '../../base/word-buffer.ts'
import { appendRecordLine } from '../../record/record-line.ts'
import type { RecordValues } from '../../record/record-values.ts'
import { createWarningCount, type DatasetWarning, type FileInArchive } from '../rows/dataset-warning.ts'
import type { UnsealedRecord } from './record-builder.ts'

/** The suffix of each record's id, by the number of the record; 0 where it keeps its id. */
export type SuffixOf = (record: number) => number

interface IdRegister {
  /** Gives the record an id that no earlier record has. All other fields must be complete. */
  assign(record: UnsealedRecord, line: number): string
  assignTo(records: readonly RecordValues[]): void
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
  const name = createRowNames(sha256)
  return {
    assign(record, line) {
      const own = record['id']
      const wanted = typeof own === 'string' ? own : rowId(sha256(utf8(canonicalize(record))))
      const suffixed = repeats.next(wanted)
      if (suffixed === undefined) return wanted
      warning.add(line)
      return suffixed
    },
    assignTo(records) {
      if (records.some(isNameless)) name(records.filter(isNameless))
      repeats.nextOf(records, ({ id, line }, suffixed) => {
        warning.add(line)
        Object.assign(id, rangeOf(suffixed))
      })
    },
    warnings: warning.warnings,
  }
}

const isNameless = ({ id }: RecordValues): boolean => id.start === id.end

interface Repeats {
  /** The id with its suffix if the next record, which wants `id`, repeats it. */
  next(id: string): string | undefined
  nextOf(records: readonly RecordValues[], onRepeat: (record: RecordValues, suffixed: string) => void): void
}

function createFoundRepeats(suffixOf: SuffixOf): Repeats {
  let count = 0
  return {
    next(id) {
      const suffix = suffixOf(count++)
      return suffix === 0 ? undefined : `${id}#${suffix}`
    },
    nextOf(records, onRepeat) {
      for (const record of records) {
        const suffix = suffixOf(count++)
        if (suffix !== 0) onRepeat(record, `${stringOf(record.id)}#${suffix}`)
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
  const digestOf = createIdDigests(sha256)

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
    nextOf(records, onRepeat) {
      const digests = digestOf(records)
      taken.readAhead(digests, records.length)
      for (let index = 0; index < records.length; index++) {
        if (taken.add(digests, 32 * index)) continue
        const record = at(records, index)
        onRepeat(record, suffixed(stringOf(record.id)))
      }
    },
  }
}

/**
 * The most suffixes that are remembered, a few megabytes. When there would be more, all are forgotten and counted
 * again.
 */
const suffixCountMax = 65_536

/**
 * Returns a function that hashes the ids of a batch with SHA-256. Each call overwrites the result of the call before.
 */
function createIdDigests(sha256: Sha256): (records: readonly RecordValues[]) => DataView {
  const batch = batchOf(sha256)
  const texts = createWordBuffer(0)
  let [starts, ends, digests] = [new Uint32Array(0), new Uint32Array(0), new Uint8Array(0)]
  return (records) => {
    const { length: count } = records
    if (starts.length < count) {
      ;[starts, ends, digests] = [new Uint32Array(count), new Uint32Array(count), new Uint8Array(32 * count)]
    }
    texts.end = 0
    for (let index = 0; index < count; index++) {
      const { id } = at(records, index)
      starts[index] = texts.end
      appendRange(texts, id)
      ends[index] = texts.end
    }
    batch.hashRanges({ bytes: texts.bytes, starts, ends, count }, digests)
    return new DataView(digests.buffer)
  }
}

const idPrefix = 'row_'
const hashByteCount = 13
const idByteCount = idPrefix.length + 2 * hashByteCount

const rowId = (hash: Uint8Array): string => `${idPrefix}${toHex(hash.subarray(0, hashByteCount))}`

const openBrace = 0x7b

/** Returns a function that names the records without an id by the hashes of their lines, a batch at a time. */
function createRowNames(sha256: Sha256): (records: readonly RecordValues[]) => void {
  const batch = batchOf(sha256)
  const lines = createWordBuffer(0)
  const names = createWordBuffer(0)
  return (records) => {
    const { length: count } = records
    const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)]
    const hashes = new Uint8Array(32 * count)
    lines.end = 0
    for (const [index, values] of records.entries()) {
      // Starts at the second byte: the first, an open brace, is the common prefix of all messages of the batch.
      starts[index] = lines.end + 1
      appendRecordLine(lines, values)
      ends[index] = lines.end
    }
    batch.hashRanges({ prefix: openBrace, bytes: lines.bytes, starts, ends, count }, hashes)
    names.end = 0
    reserve(names, count * idByteCount)
    for (const [index, { id }] of records.entries()) {
      setView(id, names.view)
      id.start = names.end
      putRange(names, prefix)
      putHex(names, hashes.subarray(32 * index, 32 * index + hashByteCount))
      id.end = names.end
    }
  }
}

const prefix = rangeOf(idPrefix)
