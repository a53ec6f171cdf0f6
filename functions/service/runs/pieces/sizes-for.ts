import { enabledRules } from '@tallystick/engine/pieces'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { PieceSizes } from './piece-context.ts'

/**
 * How large the pieces of a run are. A task may hold 64 MB of columns and buffers by its own account. A claim holds the columns
 * of its group, which count as the bytes of the lines, some files of a few megabytes, and the hashes of the lines of matches:
 * so much that a block as large as blocks may be, which is never split, takes a few megabytes less than that.
 */

/** Bytes of canonical lines in a partition on average. Keys are never spread quite evenly. */
const partitionByteCount = 9_000_000
/** Bytes of records that one task takes: some partitions together, or one that is larger than most. */
const pieceByteCountMax = 12_000_000
/** Bytes that stand before the line of a record in a file. */
const markByteCount = 20
/**
 * A rule after the first takes what others left, which is most often a few in a hundred of the records. Each task writes a
 * file for each partition of each rule, so that later rules have fewer partitions. Where one turns out too large, it is split.
 */
const laterPartitionShare = 1 / 4

/** What is known of a run before it begins: records of both sides together, and the bytes of their canonical lines. */
export interface RunSize {
  readonly recordCount: number
  readonly byteCount: number
  readonly policy: CompiledPolicy
}

/** Bytes of lines that a task reads of a side, so that what it holds until its end comes to less than half of what it may. */
export const partByteCount = 16_000_000

/** The sizes of a run, under which each of its tasks holds at most 64 MB. The result does not depend on them. */
export function sizesFor({ recordCount, byteCount, policy }: RunSize): PieceSizes {
  const partitionCount = Math.max(1, Math.ceil((byteCount + markByteCount * recordCount) / partitionByteCount))
  const later = Math.ceil(partitionCount * laterPartitionShare)
  const rules = enabledRules(policy)
  const first = rules.findIndex(({ rule }) => rule.action !== 'exclude')
  return {
    partitionCount,
    partitionCounts: rules.map((_, position) => (position === first ? partitionCount : later)),
    pieceByteCountMax,
    mergedLineCountMax: 200_000,
    mergedFileCountMax: 64,
    chunkByteCountMax: 512 * 1024,
  }
}
