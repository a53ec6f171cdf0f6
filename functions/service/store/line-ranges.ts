import type { IdEntry } from './id-segments.ts'

export interface LineRange {
  readonly offset: number
  length: number
  readonly entries: IdEntry[]
}

/**
 * Lines with a smaller gap between them are read together: another read would cost more. Beyond 1,000 lines the gap
 * grows with the range that the lines span.
 */
const gapMin = 16 * 1024
const readCountUsual = 1_000
const rangeByteCountMax = 1024 * 1024

/** Ranges that cover all `entries`, which are sorted by offset. */
export function lineRangesOf(entries: readonly IdEntry[]): readonly LineRange[] {
  const ranges: LineRange[] = []
  const span = (entries.at(-1)?.offset ?? 0) - (entries[0]?.offset ?? 0)
  const gapMax = Math.max(gapMin, entries.length > readCountUsual ? Math.floor(span / readCountUsual) : 0)
  for (const entry of entries) {
    const last = ranges.at(-1)
    const length = last === undefined ? 0 : entry.offset + entry.length - last.offset
    if (last !== undefined && entry.offset - last.offset - last.length <= gapMax && length <= rangeByteCountMax) {
      last.length = Math.max(last.length, length)
      last.entries.push(entry)
    } else ranges.push({ offset: entry.offset, length: entry.length, entries: [entry] })
  }
  return ranges
}
