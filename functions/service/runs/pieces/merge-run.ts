import {
  addTallies,
  emptyTally,
  headerOfPieces,
  type OutcomeOfPieces,
  outcomeOfPieces,
  type Tally,
} from '@tallystick/engine/pieces'
import type { BySide } from '@tallystick/engine/record'
import { assertCovered } from './coverage-files.ts'
import { addResultLine, type MergedPart, type MergeState, mergePart, noMerge } from './merge-view.ts'
import { type PerformTask, type PieceJob, pieceRunOf } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { lineViews } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'
import type { Settled } from './settle-run.ts'
import { collectSorted } from './sorted-views.ts'

const outcomeFile = 'outcome'

/** Merges all lines into the chunks of the result, and computes the outcome. Throws when a record is in no line. */
export async function mergeAll(
  job: PieceJob,
  perform: PerformTask,
  { settled, roots }: { readonly settled: Settled; readonly roots: BySide<string> },
): Promise<{ readonly merge: MergeState; readonly outcome: OutcomeOfPieces }> {
  const run = await pieceRunOf(job)
  let state = await perform('merge-header', () =>
    addResultLine(job, { view: 'header', line: headerOfPieces(run, roots) }, noMerge),
  )
  for (const view of lineViews) {
    const lists = await collectSorted(job, perform, view)
    let part: MergedPart = { state, places: undefined }
    do {
      const before = part
      part = await perform(taskName(`merge-${view}`, before.state.task), () =>
        mergePart(job, { view, lists, places: before.places }, before.state),
      )
    } while (part.places !== undefined)
    state = part.state
  }
  const merged = state
  await perform('covered', () => assertCovered(job, merged.task))
  await perform('outcome', async () => {
    const written = { tally: await sumTallies(job), ...settled }
    await writeJson(job.store, outcomeFile, outcomeOfPieces(run, written))
  })
  const outcome = await readJson<OutcomeOfPieces>(job.store, outcomeFile)
  const merge = await perform('merge-totals', () =>
    addResultLine(job, { view: 'totals', line: outcome.totals }, merged),
  )
  return { merge, outcome }
}

async function sumTallies({ store }: PieceJob): Promise<Tally> {
  let sum = emptyTally
  for (const { name } of await store.list('tallies/')) sum = addTallies(sum, await readJson<Tally>(store, name))
  return sum
}
