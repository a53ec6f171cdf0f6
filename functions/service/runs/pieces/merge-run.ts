import { addTallies, emptyTally, figuresOfPieces, type Tally } from '@tallystick/engine/pieces'
import type { BySide, Side } from '@tallystick/engine/record'
import { headerLine, outcomeOf, type RunOutcome } from '@tallystick/engine/result'
import { assertCovered } from './coverage-files.ts'
import { addResultLine, type MergedPart, type MergeState, mergePart, noMerge } from './merge-view.ts'
import { type PerformTask, type PieceJob, pieceRunOf } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { lineViews } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'
import type { Settled } from './settle-run.ts'
import { collectSorted, listSorted } from './sorted-views.ts'

const outcomeFile = 'outcome'

/** Merges all lines into the chunks of the result, and computes the outcome. Throws when a record is in no line. */
export async function mergeAll(
  job: PieceJob,
  perform: PerformTask,
  { settled, roots }: { readonly settled: Settled; readonly roots: BySide<string> },
): Promise<{ readonly merge: MergeState; readonly outcome: RunOutcome }> {
  const run = await pieceRunOf(job)
  const headerOf = (side: Side) => ({ count: run.facts[side].recordCount, root: roots[side] })
  const header = headerLine({ ...job, source: headerOf('source'), target: headerOf('target') })
  let state = await perform('merge-header', () => addResultLine(job, { view: 'header', line: header }, noMerge))
  const listCounts = await perform('sorted', () => listSorted(job))
  for (const view of lineViews) {
    const listCount = listCounts[view]
    if (listCount === undefined) continue
    const sorted = await collectSorted(job, perform, { view, listCount })
    let part: MergedPart = { state, places: undefined }
    do {
      const before = part
      part = await perform(taskName(`merge-${view}`, before.state.task), () =>
        mergePart(job, { view, ...sorted, places: before.places }, before.state),
      )
    } while (part.places !== undefined)
    state = part.state
  }
  const merged = state
  await perform('covered', () => assertCovered(job, merged.task))
  await perform('outcome', async () => {
    const written = { tally: await sumTallies(job), ...settled }
    await writeJson(job.store, outcomeFile, outcomeOf({ ...job, header }, figuresOfPieces(run, written)))
  })
  const outcome = await readJson<RunOutcome>(job.store, outcomeFile)
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
