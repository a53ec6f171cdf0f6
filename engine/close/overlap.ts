import { at, byteAt } from '../base/at.ts'
import { toHex, utf8 } from '../base/bytes.ts'
import { parseDate } from '../base/date.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createLineLeaves } from '../merkle/line-tree.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import { dateOf } from './item.ts'
import { keyOfItem } from './item-name.ts'
import { formatLines } from './period-files.ts'
import type { Period } from './period-terms.ts'

/**
 * What a line of a dataset is to a period. `counted` and `late` lines are its records, the late ones from before its
 * beginning. `later` lines wait for a later period. `repeated` lines were counted before. `withdrawn` lines were taken
 * back by their source.
 */
export const linePlaces = ['counted', 'late', 'later', 'repeated', 'withdrawn'] as const
export type LinePlace = (typeof linePlaces)[number]

interface OverlapOptions {
  readonly period: Pick<Period, 'first' | 'last'>
  readonly side: Side
  /** Names of records by `keyOfItem`: what decisions keep and withdraw. */
  readonly kept: ReadonlySet<string>
  readonly withdrawn: ReadonlySet<string>
}

interface DatasetOptions {
  readonly root: string
  /** Where its lines without a date belong: to the period of its upload. */
  readonly undated: 'counted' | 'later'
}

/**
 * Compares the datasets of a side with the records that were counted before, as multisets of lines without their ids.
 * Of equal lines those are repeated first whose id was counted, then the first ones of the dataset.
 */
export interface Overlap {
  /** Adds the line of a record that was counted before, in this period or an earlier one. */
  addEarlier(line: string): void
  /** Begins the next dataset in the order of upload. */
  begin(options: DatasetOptions): void
  addLine(line: string): void
  /** The place of each line of the dataset, whose counted lines are earlier ones of the next. O(lines). */
  end(): readonly LinePlace[]
}

/** O(1) a line, and some 200 bytes of memory for each. */
export function createOverlap(sha256: Sha256, { period, side, kept, withdrawn }: OverlapOptions): Overlap {
  const earlierIds = new Map<string, string[]>()
  const roots = new Set<string>()
  let dataset: DatasetOptions & { readonly isAgain: boolean } = { root: '', undated: 'counted', isAgain: false }
  let lines: ComparedLine[] = []
  const keyOf = (line: string, id: string): string =>
    kept.size + withdrawn.size === 0 ? '' : keyOfItem({ side, root: dataset.root, id, leaf: hashOfLine(sha256, line) })
  const addEarlier = (content: string, id: string): void => {
    const ids = earlierIds.get(content)
    if (ids === undefined) earlierIds.set(content, [id])
    else ids.push(id)
  }
  const { wait, takeWaiting } = createWaiting(sha256)
  return {
    addEarlier(line) {
      const record: CanonicalRecord = JSON.parse(line)
      wait(line, { record, take: (content) => addEarlier(content, record.id) })
    },
    begin(options) {
      takeWaiting()
      dataset = { ...options, isAgain: roots.has(options.root) }
      roots.add(options.root)
      lines = []
    },
    addLine(line) {
      const record: CanonicalRecord = JSON.parse(line)
      const { id } = record
      const date = dateOf(record)
      const key = keyOf(line, id)
      const place = date === undefined ? dataset.undated : placeOfDate(date, period)
      const said = withdrawn.has(key) ? 'withdrawn' : kept.has(key) ? 'kept' : undefined
      wait(line, { record, take: (content) => lines.push({ id, content, place, said }) })
    },
    end() {
      takeWaiting()
      const repeated = repeatedLines(lines, earlierIds)
      const placeOf = ({ place, said }: ComparedLine, index: number): LinePlace => {
        // The same file again has the same names, by which a decision keeps or withdraws each record once.
        if (dataset.isAgain) return place === 'later' ? place : 'repeated'
        if (said === 'withdrawn') return said
        return byteAt(repeated, index) === 1 && said !== 'kept' ? 'repeated' : place
      }
      const places = lines.map(placeOf)
      for (const [index, { content, id }] of lines.entries()) {
        const place = places[index]
        if (place === 'counted' || place === 'late') addEarlier(content, id)
      }
      lines = []
      return places
    },
  }
}

interface ComparedLine {
  readonly id: string
  /** The hash of the line without its id. */
  readonly content: string
  readonly place: Extract<LinePlace, 'counted' | 'late' | 'later'>
  /** What a decision says of it. A withdrawn line is compared as well, or it would repeat its twin in its stead. */
  readonly said: 'kept' | 'withdrawn' | undefined
}

/** A record whose content is hashed with that of others. */
interface WaitingRecord {
  readonly record: CanonicalRecord
  readonly take: (content: string) => void
}

/** Records wait for others, so that their contents are hashed many at once. They are taken in their order. */
function createWaiting(sha256: Sha256) {
  let waiting: WaitingRecord[] = []
  let waitingLength = 0
  const takeWaiting = (): void => {
    const contents = contentsOf(
      sha256,
      waiting.map(({ record }) => record),
    )
    for (const [index, { take }] of waiting.entries()) take(at(contents, index))
    waiting = []
    waitingLength = 0
  }
  return {
    wait(line: string, record: WaitingRecord): void {
      waiting.push(record)
      waitingLength += line.length
      if (waitingLength >= waitingLengthMin) takeWaiting()
    },
    takeWaiting,
  }
}

/** Some hundred usual lines, a few of the longest. */
const waitingLengthMin = 128 * 1024

/** The hash of a record without its id. Requires a record that was read from a canonical line. */
export const contentOf = (sha256: Sha256, record: CanonicalRecord): string => hashOfLine(sha256, lineWithoutId(record))

/** `contentOf` of each, hashed together. */
export function contentsOf(sha256: Sha256, records: readonly CanonicalRecord[]): readonly string[] {
  const contents: string[] = []
  const leaves = createLineLeaves(sha256, (hashes) => {
    for (let end = 32; end <= hashes.length; end += 32) contents.push(toHex(hashes.subarray(end - 32, end)))
  })
  leaves.addLines(utf8(formatLines(records.map(lineWithoutId))))
  return contents
}

const lineWithoutId = ({ id: _, ...others }: CanonicalRecord): string => JSON.stringify(others)

function placeOfDate(date: string, { first, last }: OverlapOptions['period']): 'counted' | 'late' | 'later' {
  if (parseDate(date) === undefined) throw new TypeError(`Got ${JSON.stringify(date)}, wanted a date`)
  if (date > last) return 'later'
  return date < first ? 'late' : 'counted'
}

/** 1 for each line that was counted before. */
function repeatedLines(lines: readonly ComparedLine[], earlierIds: ReadonlyMap<string, readonly string[]>): Uint8Array {
  const repeated = new Uint8Array(lines.length)
  const left = new Map<string, LeftIds>()
  const leftOf = (content: string): LeftIds | undefined => {
    const ids = earlierIds.get(content)
    if (ids === undefined) return undefined
    const own = left.get(content) ?? { count: ids.length, ids: new Set(ids) }
    left.set(content, own)
    return own
  }
  const isCompared = ({ place }: ComparedLine): boolean => place !== 'later'
  for (const [index, line] of lines.entries()) {
    const own = isCompared(line) ? leftOf(line.content) : undefined
    if (own === undefined || own.count === 0 || !own.ids.delete(line.id)) continue
    own.count -= 1
    repeated[index] = 1
  }
  for (const [index, line] of lines.entries()) {
    const own = isCompared(line) && repeated[index] === 0 ? leftOf(line.content) : undefined
    if (own === undefined || own.count === 0) continue
    own.count -= 1
    repeated[index] = 1
  }
  return repeated
}

interface LeftIds {
  count: number
  readonly ids: Set<string>
}
