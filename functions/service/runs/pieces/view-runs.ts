import { taskOfFile } from './cut-files.ts'
import type { LineRun } from './line-runs.ts'
import { mergeRuns } from './merge-view.ts'
import type { PerformTask, PieceJob } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import type { LineView } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'

/**
 * Lists the sorted files of a view, so few lists that one merge takes them all: where there are more, some are merged
 * before, a task for each. Returns the file of the lists.
 */
export async function collectRuns(job: PieceJob, perform: PerformTask, view: LineView): Promise<string> {
  const most = job.sizes.mergedFileCountMax
  let level = 0
  let count = await perform(`runs-${view}`, () => listRuns(job, view))
  while (count > most) {
    const place = { view, level }
    const fileCounts: number[] = []
    for (let group = 0; group * most < count; group++)
      fileCounts.push(await perform(taskName(`sort-${view}`, level, group), () => mergeGroup(job, { ...place, group })))
    level += 1
    count = fileCounts.length
    await perform(taskName(`runs-${view}`, level), () =>
      writeJson(
        job.store,
        runsFile(view, place.level + 1),
        fileCounts.map((files, group) => mergedRun({ ...place, group }, files)),
      ),
    )
  }
  return runsFile(view, level)
}

const runsFile = (view: LineView, level: number): string => `runs/${view}-${level}`

/** The lines of a view that a task wrote are sorted, through all files of the task. */
async function listRuns({ store }: PieceJob, view: LineView): Promise<number> {
  const names = (await store.list(`lines/${view}/`)).map(({ name }) => name)
  const runs: readonly LineRun[] = [...Map.groupBy(names, taskOfFile).values()]
  await writeJson(store, runsFile(view, 0), runs)
  return runs.length
}

interface RunGroup {
  readonly view: LineView
  readonly level: number
  readonly group: number
}

const folderOf = ({ view, level, group }: RunGroup): string => `merged/${view}/${padded(level)}/${padded(group)}`

const mergedRun = (place: RunGroup, fileCount: number): LineRun =>
  Array.from({ length: fileCount }, (_, file) => `${folderOf(place)}/${padded(file)}`)

async function mergeGroup(job: PieceJob, place: RunGroup): Promise<number> {
  const most = job.sizes.mergedFileCountMax
  const all = await readJson<readonly LineRun[]>(job.store, runsFile(place.view, place.level))
  const runs = all.slice(place.group * most, (place.group + 1) * most)
  const files = await mergeRuns(job, { runs, folder: folderOf(place) })
  return files.length
}
