import { enabledRules } from '@tallystick/engine/pieces'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { PieceSizes } from './piece-context.ts'

/**
 * How large the pieces of a run are. A task may hold 64 MB of columns and buffers by its own account. Claiming a group
 * holds its columns (as many bytes as its lines), some files of a few megabytes, and the hashes of the lines of
 * matches. A block of the largest allowed size, which is never split, stays a few megabytes below 64 MB.
 */

/** Average bytes of canonical lines in a partition. Keys are never spread quite evenly. */
const partitionByteCount = 9_000_000
/** Bytes of records that one task takes: several partitions, or one that is unusually large. */
const pieceByteCountMax = 12_000_000
/** Bytes before the line of a record in a file. */
const markByteCount = 20
/**
 * The share of the first rule's partitions that a later rule has: it takes what earlier rules left, usually a few
 * percent. A partition that is too large is split.
 */
const laterPartitionRatio = 1 / 4

interface RunSize {
  readonly recordCount: number
  readonly byteCount: number
  readonly policy: CompiledPolicy
}

/** Bytes of a side's lines that a task reads: the task then holds less than half of the 64 MB. */
export const partByteCount = 16_000_000

/** Sizes under which each task of a run holds at most 64 MB. */
export function sizesFor({ recordCount, byteCount, policy }: RunSize): PieceSizes {
  const partitionCount = Math.max(1, Math.ceil((byteCount + markByteCount * recordCount) / partitionByteCount))
  const later = Math.ceil(partitionCount * laterPartitionRatio)
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
