import { createByteBuffer } from '../../base/byte-buffer.ts'
import { createPace, type Slices } from '../../base/slices.ts'
import type { Table } from '../../record/table.ts'
import { appendEntry, type EntryMark } from './searched-entry.ts'

/** Some records of one side after the last rule. Excluded records are left out. */
export interface MarkedRecords {
  readonly rowCount: number
  markOf(row: number): SearchedMark
  lineOf(row: number): Uint8Array
}

export interface SearchedRecords extends Omit<MarkedRecords, 'rowCount'> {
  readonly table: Table
}

/** How many records are read or written in a slice: a few milliseconds. */
export const recordsOfSlice = 5_000

export interface SearchedMark {
  readonly number: number
  readonly bornAt: number
  readonly state: 'open' | 'held' | 'matched' | 'netted'
  readonly claim: string
  /**
   * Whether the record searches for near misses: it is among the first open records of its side by id, and neither in a
   * finding nor a leftover twin.
   */
  readonly isSearching: boolean
}

export const entryMarkOf = (mark: SearchedMark, searcher: number, listed = ''): EntryMark => ({
  searcher: mark.isSearching ? searcher : -1,
  number: mark.number,
  bornAt: mark.bornAt,
  isTaken: mark.state === 'matched' || mark.state === 'netted',
  claim: mark.claim,
  listed,
})

interface Survey {
  readonly searchers: Uint8Array
  readonly searcherCount: number
  /** Sampled entries, from which the sizes of pieces are estimated. */
  readonly sample: Uint8Array
}

/** Takes every `sampleEvery`-th row as a sample. O(records). */
export function* surveyRecords({ rowCount, markOf, lineOf }: MarkedRecords, sampleEvery: number): Slices<Survey> {
  const [searchers, sample] = [createByteBuffer(1_024), createByteBuffer(1_024)]
  const pace = createPace(recordsOfSlice)
  let searcherCount = 0
  for (let row = 0; row < rowCount; row++) {
    if (pace.endsSlice(1)) yield
    const mark = markOf(row)
    if (row % sampleEvery === 0) appendEntry(sample, entryMarkOf(mark, searcherCount), lineOf(row))
    if (!mark.isSearching) continue
    appendEntry(searchers, entryMarkOf(mark, searcherCount), lineOf(row))
    searcherCount += 1
  }
  return {
    searchers: searchers.bytes.slice(0, searchers.end),
    searcherCount,
    sample: sample.bytes.slice(0, sample.end),
  }
}
