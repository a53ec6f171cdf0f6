import { taskOfFile } from './cut-files.ts'
import type { SortedFiles } from './merge-lines.ts'
import { mergeSorted } from './merge-view.ts'
import type { PerformTask, PieceJob } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import type { LineView } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'

/**
 * Lists the sorted files of a view, merging some beforehand so that one merge takes all lists. Returns the name of the
 * file with the lists.
 */
export async function collectSorted(job: PieceJob, perform: PerformTask, view: LineView): Promise<string> {
  const most = job.sizes.mergedFileCountMax
  let level = 0
  let count = await perform(`sorted-${view}`, () => listSorted(job, view))
  while (count > most) {
    const place = { view, level }
    const fileCounts: number[] = []
    for (let group = 0; group * most < count; group++)
      fileCounts.push(await perform(taskName(`sort-${view}`, level, group), () => mergeGroup(job, { ...place, group })))
    level += 1
    count = fileCounts.length
    await perform(taskName(`sorted-${view}`, level), () =>
      writeJson(
        job.store,
        sortedFile(view, place.level + 1),
        fileCounts.map((files, group) => mergedFiles({ ...place, group }, files)),
      ),
    )
  }
  return sortedFile(view, level)
}

const sortedFile = (view: LineView, level: number): string => `sorted/${view}-${level}`

/** Groups the files of a view by the task that wrote them: a task's lines are sorted through all its files. */
async function listSorted({ store }: PieceJob, view: LineView): Promise<number> {
  const names = (await store.list(`lines/${view}/`)).map(({ name }) => name)
  const lists: readonly SortedFiles[] = [...Map.groupBy(names, taskOfFile).values()]
  await writeJson(store, sortedFile(view, 0), lists)
  return lists.length
}

interface MergeGroup {
  readonly view: LineView
  readonly level: number
  readonly group: number
}

const folderOf = ({ view, level, group }: MergeGroup): string => `merged/${view}/${padded(level)}/${padded(group)}`

const mergedFiles = (place: MergeGroup, fileCount: number): SortedFiles =>
  Array.from({ length: fileCount }, (_, file) => `${folderOf(place)}/${padded(file)}`)

async function mergeGroup(job: PieceJob, place: MergeGroup): Promise<number> {
  const most = job.sizes.mergedFileCountMax
  const all = await readJson<readonly SortedFiles[]>(job.store, sortedFile(place.view, place.level))
  const lists = all.slice(place.group * most, (place.group + 1) * most)
  const files = await mergeSorted(job, { lists, folder: folderOf(place) })
  return files.length
}
