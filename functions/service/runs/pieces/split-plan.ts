import type { Limits, WorkNeeded } from '@tallystick/engine/match'
import type { Side } from '@tallystick/engine/record'

/** How a partition that does not fit a task is split: by buckets of a second hash, which keep blocks whole. */
export interface SplitPlan {
  /** The part of each bucket. */
  readonly parts: readonly number[]
  /** Blocks that are too large to be decided, by key, with the exceeded limit. Their records go on to later rules. */
  readonly large: { readonly [key: string]: WorkNeeded & { readonly index: number } }
  /**
   * Keys that only one side has, with more records or bytes than a block may have. Their records go on to later rules.
   */
  readonly lonely: readonly string[]
}

export const bucketCount = 1_024

export interface KeyCount {
  readonly records: { readonly [place in Side]: number }
  readonly byteCount: number
}

export type KeyCounts = ReadonlyMap<string, KeyCount>

export function countRecord(
  counts: Map<string, KeyCount>,
  key: string,
  { place, byteCount }: { readonly place: Side; readonly byteCount: number },
): void {
  const { records, byteCount: before } = counts.get(key) ?? noCount
  counts.set(key, { records: { ...records, [place]: records[place] + 1 }, byteCount: before + byteCount })
}

const noCount: KeyCount = { records: { source: 0, target: 0 }, byteCount: 0 }

export function addKeyCounts(all: readonly KeyCounts[]): KeyCounts {
  const sums = new Map<string, KeyCount>()
  for (const counts of all)
    for (const [key, { records, byteCount }] of counts) {
      const before = sums.get(key) ?? noCount
      sums.set(key, {
        records: {
          source: before.records.source + records.source,
          target: before.records.target + records.target,
        },
        byteCount: before.byteCount + byteCount,
      })
    }
  return sums
}

export const isTooMuch = (count: KeyCount, limits: Limits): boolean => excessOf(count, limits) !== undefined

/** The limit that the records of one block exceed, as the engine reports it in memory. */
function excessOf(
  { records, byteCount }: KeyCount,
  { blockRecordCountMax, blockByteCountMax }: Limits,
): WorkNeeded | undefined {
  const needed = records.source + records.target
  if (needed > blockRecordCountMax) return { needed, limit: blockRecordCountMax, by: 'records' }
  return byteCount > blockByteCountMax ? { needed: byteCount, limit: blockByteCountMax, by: 'bytes' } : undefined
}

/** Plans a split. `buckets` counts all records, `keys` those of the buckets that exceed the size of a block. */
export function planSplit(
  { buckets, keys }: { readonly buckets: KeyCounts; readonly keys: KeyCounts },
  {
    limits,
    byteCountMax,
    bucketOf,
  }: { readonly limits: Limits; readonly byteCountMax: number; readonly bucketOf: (key: string) => number },
): SplitPlan {
  const large: Record<string, WorkNeeded & { readonly index: number }> = {}
  const lonely: string[] = []
  const taken = new Map<string, KeyCount[]>()
  for (const [key, count] of keys) {
    const work = excessOf(count, limits)
    if (work === undefined) continue
    if (count.records.source > 0 && count.records.target > 0) large[key] = { ...work, index: Object.keys(large).length }
    else lonely.push(key)
    const bucket = String(bucketOf(key))
    taken.set(bucket, [...(taken.get(bucket) ?? []), count])
  }
  const parts: number[] = []
  let [part, held] = [0, 0]
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const gone = (taken.get(String(bucket)) ?? []).reduce((sum, { byteCount }) => sum + byteCount, 0)
    const byteCount = (buckets.get(String(bucket))?.byteCount ?? 0) - gone
    if (held > 0 && held + byteCount > byteCountMax) [part, held] = [part + 1, 0]
    held += byteCount
    parts.push(part)
  }
  return { parts, large, lonely }
}
