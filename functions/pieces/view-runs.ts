import type { LineRun } from './line-runs.ts'
import { mergeRuns } from './merge-view.ts'
import type { PieceJob } from './piece-context.ts'
import { padded } from './piece-names.ts'
import type { LineView } from './piece-output.ts'
import { writeJson } from './piece-store.ts'

/** Lists the sorted runs of a view, so few that one merge takes them all: where there are more, some are merged before. */
export async function collectRuns(job: PieceJob, view: LineView): Promise<void> {
  const { store, sizes } = job
  let runs: readonly LineRun[] = (await store.list(`lines/${view}/`)).map(({ name }) => [name])
  for (let level = 0; runs.length > sizes.mergedFileCountMax; level++) {
    const merged: LineRun[] = []
    for (let first = 0; first < runs.length; first += sizes.mergedFileCountMax)
      merged.push(
        await mergeRuns(job, {
          runs: runs.slice(first, first + sizes.mergedFileCountMax),
          folder: `merged/${view}/${padded(level)}/${padded(first)}`,
        }),
      )
    runs = merged
  }
  await writeJson(store, `runs/${view}`, runs)
}
