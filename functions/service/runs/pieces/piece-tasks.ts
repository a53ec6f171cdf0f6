import { claimGroup } from './claim-group.ts'
import { performExplanation, writeExplained } from './explain-tasks.ts'
import type { PieceGroup } from './group-partitions.ts'
import type { PerformTask, PieceJob } from './piece-context.ts'
import { readPart } from './read-part.ts'
import { takeGroupFindings, writeGroupFindings } from './settle-group.ts'
import { type LargeBlockPlace, settleLargeBlock } from './settle-large-block.ts'
import { findSought } from './sought-records.ts'
import { writeGroupSuggestions } from './suggest-group.ts'

/** `version` is that of the end states. */
interface Versioned {
  readonly version: number
}

interface GroupTask extends Versioned {
  readonly group: PieceGroup
}

/**
 * The kinds of tasks that need nothing of others of their phase. What a task is given and what it returns is small JSON:
 * any instance that has the run's files can perform it.
 */
const taskKinds = {
  read: readPart,
  claim: claimGroup,
  block: (job: PieceJob, { block, version }: Versioned & { readonly block: LargeBlockPlace }) =>
    settleLargeBlock(job, block, version),
  take: (job: PieceJob, { group, version }: GroupTask) => takeGroupFindings(job, group, version),
  seek: findSought,
  findings: (job: PieceJob, { group, ...input }: GroupTask & { readonly refusedFrom: number }) =>
    writeGroupFindings(job, group, input),
  suggestions: (job: PieceJob, { group, version }: GroupTask) => writeGroupSuggestions(job, group, version),
  explain: performExplanation,
  explained: writeExplained,
}

type TaskKinds = typeof taskKinds
export type TaskKind = keyof TaskKinds
type Given<Kind extends TaskKind> = Parameters<TaskKinds[Kind]>[1]
export type Result<Kind extends TaskKind> = Awaited<ReturnType<TaskKinds[Kind]>>

const works: { readonly [Kind in TaskKind]: (job: PieceJob, given: Given<Kind>) => Promise<Result<Kind>> } = taskKinds

export async function performTask<Kind extends TaskKind>(
  job: PieceJob,
  kind: Kind,
  { given, records = 0 }: Omit<NamedTask<Kind>, 'name'>,
): Promise<Result<Kind>> {
  const result = await works[kind](job, given)
  job.onRecords?.(records)
  return result
}

export interface NamedTask<Kind extends TaskKind = TaskKind> {
  readonly name: string
  readonly given: Given<Kind>
  /** Records as which the whole task counts, for tasks that do not count records themselves. */
  readonly records?: number
}

export interface Performing {
  readonly perform: PerformTask
  /**
   * Performs independent tasks of a kind, in any order or at once. The results are in the order of the tasks. Requires
   * a new `phase`.
   */
  readonly performAll: <Kind extends TaskKind>(
    phase: string,
    kind: Kind,
    tasks: readonly NamedTask<Kind>[],
  ) => Promise<readonly Result<Kind>[]>
}

/** Performs all tasks here, one after another. */
export const inOrder =
  (job: PieceJob, perform: PerformTask): Performing['performAll'] =>
  async <Kind extends TaskKind>(_: string, kind: Kind, tasks: readonly NamedTask<Kind>[]) => {
    const results: Result<Kind>[] = []
    for (const task of tasks) results.push(await perform(task.name, () => performTask(job, kind, task)))
    return results
  }
