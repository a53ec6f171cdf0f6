import {
  type BySide,
  createFrontier,
  type FrontierState,
  type OutcomeOfPieces,
  type Side,
  sides,
  toHex,
} from '@tallystick/engine'
import { claimAllRules } from './claim-rules.ts'
import { openCoverage } from './coverage-files.ts'
import { collectEnds } from './end-files.ts'
import { collectFacts } from './fact-files.ts'
import { mergeAll } from './merge-run.ts'
import type { PerformTask, PieceJob } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { readPart } from './read-part.ts'
import { settleAll } from './settle-run.ts'

/** The lines of one side, in parts that a task reads at once. */
export interface PieceSource {
  readonly root: string
  readonly recordCount: number
  readonly partCount: number
  /** Whole canonical lines of a part, each ended by a newline, in stretches of a few megabytes. */
  lines(part: number): AsyncIterable<Uint8Array>
}

export interface PiecesInput {
  readonly job: PieceJob
  readonly sources: BySide<PieceSource>
  readonly perform: PerformTask
}

/** A result whose lines are in files. */
export interface ResultOfPieces extends OutcomeOfPieces {
  readonly resultRoot: string
  readonly leafCount: number
  /** How many merging tasks wrote the chunks: the files of `index/` list these. */
  readonly mergeCount: number
}

/**
 * Reconciles two sides in pieces that are never together in memory, and comes to the bytes of `reconcile`. Each task reads
 * files and writes files of its own, so that it can be done again. Throws when the lines of a side are not those of its root.
 */
export async function reconcileInPieces(input: PiecesInput): Promise<ResultOfPieces> {
  const { job, perform, sources } = input
  const roots = { source: sources.source.root, target: sources.target.root }
  for (const side of sides) await readSideInParts(input, side)
  await perform('facts', () => collectFacts(job))
  const claimed = await claimAllRules(job, perform)
  await perform('ends', async () => {
    await collectEnds(job.store)
    await openCoverage(job.store)
  })
  const settled = await settleAll(job, perform, claimed)
  const { merge, outcome } = await mergeAll(job, perform, { settled, roots })
  return { ...outcome, resultRoot: merge.root, leafCount: merge.leafCount, mergeCount: merge.task }
}

async function readSideInParts({ job, perform, sources }: PiecesInput, side: Side): Promise<void> {
  const { root, recordCount, partCount, lines } = sources[side]
  let tree: FrontierState = { size: 0, hashes: [] }
  for (let part = 0; part < partCount; part++) {
    const before = tree
    tree = await perform(taskName(`read-${side}`, part), () =>
      readPart(job, { side, part, tree: before, lines: lines(part) }),
    )
  }
  await perform(`check-${side}`, async () => requireRoot(job, { tree, root, recordCount }))
}

interface ReadSide {
  readonly tree: FrontierState
  readonly root: string
  readonly recordCount: number
}

function requireRoot({ sha256 }: PieceJob, { tree, root, recordCount }: ReadSide): void {
  if (tree.size !== recordCount || toHex(createFrontier(sha256, tree).root()) !== root) throw new ChangedLinesError()
}

/** The stored lines of a side are not those that the run was pinned to. */
export class ChangedLinesError extends Error {
  override readonly name = 'ChangedLinesError'

  constructor() {
    super('The stored bytes of a dataset are not those that the run was pinned to.')
  }
}
