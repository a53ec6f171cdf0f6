import type { Sha256 } from '@tallystick/engine/base'
import { type Limits, sliceStepCountUsual } from '@tallystick/engine/match'
import {
  createPieceReader,
  type KeptLines,
  type MarkedLines,
  noFacts,
  type PieceRun,
  type PieceSide,
  type ReasonSizes,
  readMarkedLines,
  type SideFacts,
} from '@tallystick/engine/pieces'
import type { BySide, Side } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { computeInSlices } from '../../platform/slices.ts'
import { filesInTurn, type PieceStore, readJson } from './piece-store.ts'

/** Does a named task, once: what it returned is known when the run goes on after a fault. Results are small and JSON. */
export type PerformTask = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

export interface NamedTask<Result> {
  readonly name: string
  readonly task: () => Promise<Result>
}

/**
 * Does tasks of which none needs what another one writes, in any order or at once, and gives what each came to, in the order
 * of the tasks. `phase` names all of them together, once.
 */
export type PerformTasks = <Result>(phase: string, tasks: readonly NamedTask<Result>[]) => Promise<readonly Result[]>

/** How the tasks of a run are done. */
export interface Performing {
  readonly perform: PerformTask
  readonly performAll: PerformTasks
}

/** Does tasks one after another. */
export const inOrder =
  (perform: PerformTask): PerformTasks =>
  async <Result>(_: string, tasks: readonly NamedTask<Result>[]) => {
    const results: Result[] = []
    for (const { name, task } of tasks) results.push(await perform(name, task))
    return results
  }

/** A run in pieces, as every task sees it. */
export interface PieceJob {
  readonly store: PieceStore
  readonly policy: CompiledPolicy
  readonly sha256: Sha256
  readonly limits: Limits
  readonly sizes: PieceSizes
  /** Called with the bytes of columns and buffers that a task holds, more or less, whenever it holds most. */
  readonly onHeld?: (byteCount: number) => void
}

/** How large pieces are: settings of the service, on which the result does not depend. */
export interface PieceSizes {
  /** Partitions that the records of a rule are spread over. */
  readonly partitionCount: number
  /** The same by position of the rule, where rules have different numbers. */
  readonly partitionCounts?: readonly number[]
  /** Bytes of canonical lines that a task reads into columns at once. */
  readonly pieceByteCountMax: number
  /** Lines that a task merges. */
  readonly mergedLineCountMax: number
  /** Files that are merged at once. */
  readonly mergedFileCountMax: number
  readonly chunkByteCountMax: number
  /** Bytes after which a file of a task ends and the next one begins, where that is not as usual. */
  readonly fileByteCountMax?: number
  /** Sizes of the explanation of open records, where they are not the usual ones. */
  readonly explain?: Partial<ReasonSizes>
}

/** Where the facts of both sides are, once both are read. */
export const factsFile = 'facts/all'

/** What the tasks after the reading of the sides have in common. */
export async function pieceRunOf({
  store,
  policy,
  sha256,
  limits,
}: PieceJob): Promise<PieceRun & { readonly limits: Limits }> {
  const facts = await readJson<BySide<SideFacts>>(store, factsFile)
  return { policy, sha256, limits, facts, sliceStepCount: sliceStepCountUsual }
}

/** The same before the sides are read: no rule is run. */
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

/** The files of a side among those of some partitions. */
export const filesOfSide = (names: readonly string[], side: Side): string[] =>
  names.filter((name) => name.split('/').at(-2) === side)

/** The same without columns. */
export async function readMarks({ store }: PieceJob, names: readonly string[]): Promise<MarkedLines> {
  const files: Uint8Array[] = []
  for await (const file of filesInTurn(store, names)) files.push(file)
  return readMarkedLines(files)
}
