import { toHex } from '@tallystick/engine/base'
import { createFrontier, type LeafRange } from '@tallystick/engine/merkle'
import { addFacts, noFacts, type SideFacts } from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import type { RunOutcome } from '@tallystick/engine/result'
import { claimAllRules } from './claim-rules.ts'
import { openCoverage } from './coverage-files.ts'
import { collectEnds } from './end-files.ts'
import { mergeAll } from './merge-run.ts'
import { factsFile, type PieceJob, type PieceSource } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { readJson, writeJson } from './piece-store.ts'
import type { Performing } from './piece-tasks.ts'
import { settleAll } from './settle-run.ts'

export interface ResultOfPieces extends RunOutcome {
  readonly resultRoot: string
  readonly leafCount: number
  /** How many merging tasks wrote chunks, which the files of `index/` list. */
  readonly mergeCount: number
}

/**
 * Reconciles two sides to the bytes of `reconcile`. Throws a `ChangedLinesError` for a side that does not have its
 * root.
 */
export async function reconcileInPieces(job: PieceJob, performing: Performing): Promise<ResultOfPieces> {
  const { sources } = job
  const { perform } = performing
  const roots = { source: sources.source.root, target: sources.target.root }
  await readSides(job, performing)
  await perform('facts', () => collectFacts(job))
  const claimed = await claimAllRules(job, performing)
  await perform('ends', async () => {
    await collectEnds(job)
    await openCoverage(job)
  })
  const settled = await settleAll(job, performing, claimed)
  const { merge, outcome } = await mergeAll(job, perform, { settled, roots })
  return { ...outcome, resultRoot: merge.root, leafCount: merge.leafCount, mergeCount: merge.task }
}

async function readSides(job: PieceJob, { perform, performAll }: Performing): Promise<void> {
  const { sources } = job
  const tasksOf = (side: Side) =>
    sources[side].firstLines.map((_, part) => ({ name: taskName(`read-${side}`, part), given: { side, part } }))
  const own = { source: tasksOf('source'), target: tasksOf('target') }
  const ranges = await performAll('read', 'read', [...own.source, ...own.target])
  await perform('check', async () => {
    requireRoot(job, sources.source, ranges.slice(0, own.source.length))
    requireRoot(job, sources.target, ranges.slice(own.source.length))
  })
}

function requireRoot({ sha256 }: PieceJob, { root, recordCount }: PieceSource, ranges: readonly LeafRange[]): void {
  const tree = createFrontier(sha256)
  for (const range of ranges) {
    if (range.first !== tree.size()) throw new ChangedLinesError()
    tree.appendRange(range)
  }
  if (tree.size() !== recordCount || toHex(tree.root()) !== root) throw new ChangedLinesError()
}

/** The stored lines of a side are not those that the run was pinned to. */
export class ChangedLinesError extends Error {
  override readonly name = 'ChangedLinesError'

  constructor() {
    super('The stored bytes of a dataset are not those that the run was pinned to.')
  }
}

async function collectFacts({ store }: PieceJob): Promise<void> {
  const factsOf = async (side: Side): Promise<SideFacts> => {
    let facts = noFacts
    for (const { name } of await store.list(`facts/${side}/`))
      facts = addFacts(facts, await readJson<SideFacts>(store, name))
    return facts
  }
  await writeJson(store, factsFile, { source: await factsOf('source'), target: await factsOf('target') })
}
