import type { Sha256 } from '@tallystick/engine/base'
import { type Limits, sliceStepCountUsual } from '@tallystick/engine/match'
import {
  createPieceReader,
  type KeptLines,
  noFacts,
  type PieceRun,
  type PieceSide,
  type ReasonSizes,
  type SideFacts,
} from '@tallystick/engine/pieces'
import type { BySide, Side } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { computeInSlices } from '../../platform/slices.ts'
import { filesInTurn, type PieceStore, readJson } from './piece-store.ts'

/** Does a named task, or gives its stored result if it was done before. Results are small and JSON. */
export type PerformTask = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/** The lines of one side, in parts that a task reads at once. */
export interface PieceSource {
  readonly root: string
  readonly recordCount: number
  /** The number of the first line of each part, from 0. */
  readonly firstLines: readonly number[]
  /** Whole canonical lines of a part, each ended by a newline, a few megabytes at a time. */
  lines(part: number): AsyncIterable<Uint8Array>
}

/** A run in pieces, as every task sees it. */
export interface PieceJob {
  readonly store: PieceStore
  readonly sources: BySide<PieceSource>
  readonly policy: CompiledPolicy
  readonly sha256: Sha256
  readonly limits: Limits
  readonly sizes: PieceSizes
  /** Called with the approximate bytes of columns and buffers that a task holds, when it holds the most. */
  readonly onHeld?: (byteCount: number) => void
  /** Called with records that a task has done: read, matched, looked through (in parts of a record) or written. */
  readonly onRecords?: (count: number) => void
}

/** Sizes of pieces, on which the result does not depend. */
export interface PieceSizes {
  /** The number of partitions over which the records of a rule are spread. */
  readonly partitionCount: number
  /** The number of partitions by position of the rule; if absent, every rule has `partitionCount`. */
  readonly partitionCounts?: readonly number[]
  /** Bytes of canonical lines that a task reads into columns at once. */
  readonly pieceByteCountMax: number
  readonly mergedLineCountMax: number
  readonly mergedFileCountMax: number
  readonly chunkByteCountMax: number
  /** Bytes after which a task begins its next file; the usual count if absent. */
  readonly fileByteCountMax?: number
  /** Sizes of the explanation of open records; the usual ones if absent. */
  readonly explain?: Partial<ReasonSizes>
}

export const factsFile = 'facts/all'

/** The run as the engine takes it. Requires that `factsFile` is written. */
export async function pieceRunOf({
  store,
  policy,
  sha256,
  limits,
}: PieceJob): Promise<PieceRun & { readonly limits: Limits }> {
  const facts = await readJson<BySide<SideFacts>>(store, factsFile)
  return { policy, sha256, limits, facts, sliceStepCount: sliceStepCountUsual }
}

/** The run without facts of the sides, for tasks that only spread records and apply no rule. */
export const routingRunOf = ({ policy, sha256, limits }: PieceJob): PieceRun => ({
  policy,
  sha256,
  limits,
  facts: { source: noFacts, target: noFacts },
})

/** The records of some files as columns, beside their lines where these are kept. */
export async function readSide(
  { store, policy }: PieceJob,
  names: readonly string[],
  kept?: KeptLines,
): Promise<PieceSide> {
  const reader = createPieceReader(policy.attributePaths, kept)
  for await (const file of filesInTurn(store, names)) await computeInSlices(reader.addInSlices(file))
  return reader.finish()
}

export const filesOfSide = (names: readonly string[], side: Side): string[] =>
  names.filter((name) => name.split('/').at(-2) === side)
