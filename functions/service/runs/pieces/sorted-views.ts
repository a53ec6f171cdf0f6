import { taskOfFile } from './cut-files.ts'
import type { SortedFiles } from './merge-lines.ts'
import { lineCounter, mergeSorted, type SortedView } from './merge-view.ts'
import type { PerformTask, PieceJob } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import { type LineView, lineViews } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'

/** The number of lists of sorted files of each view that has lines. */
export type ListCounts = { readonly [view in LineView]?: number }

/** Merges some lists of sorted files beforehand, so that one merge takes all lists of the view. */
export async function collectSorted(
  job: PieceJob,
  perform: PerformTask,
  { view, listCount }: { readonly view: LineView; readonly listCount: number },
): Promise<SortedView> {
  const most = job.sizes.mergedFileCountMax
  let level = 0
  let count = listCount
  const mergeCount = 1 + levelCountOf(count, most)
  while (count > most) {
    const place = { view, level, mergeCount }
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
  return { lists: sortedFile(view, level), mergeCount }
}

const levelCountOf = (count: number, most: number): number =>
  count <= most ? 0 : 1 + levelCountOf(Math.ceil(count / most), most)

const sortedFile = (view: LineView, level: number): string => `sorted/${view}-${level}`

/** Groups the files of each view by the task that wrote them: a task's lines are sorted through all its files. */
export async function listSorted({ store }: PieceJob): Promise<ListCounts> {
  const names = (await store.list('lines/')).map(({ name }) => name)
  const counts: { [view in LineView]?: number } = {}
  for (const view of lineViews) {
    const own = names.filter((name) => name.startsWith(`lines/${view}/`))
    if (own.length === 0) continue
    const lists: readonly SortedFiles[] = [...Map.groupBy(own, taskOfFile).values()]
    await writeJson(store, sortedFile(view, 0), lists)
    counts[view] = lists.length
  }
  return counts
}

interface MergedGroup {
  readonly view: LineView
  readonly level: number
  readonly group: number
}

interface MergeGroup extends MergedGroup {
  readonly mergeCount: number
}

const folderOf = ({ view, level, group }: MergedGroup): string => `merged/${view}/${padded(level)}/${padded(group)}`

const mergedFiles = (place: MergedGroup, fileCount: number): SortedFiles =>
  Array.from({ length: fileCount }, (_, file) => `${folderOf(place)}/${padded(file)}`)

async function mergeGroup(job: PieceJob, place: MergeGroup): Promise<number> {
  const most = job.sizes.mergedFileCountMax
  const all = await readJson<readonly SortedFiles[]>(job.store, sortedFile(place.view, place.level))
  const lists = all.slice(place.group * most, (place.group + 1) * most)
  const files = await mergeSorted(job, { lists, folder: folderOf(place), countLine: lineCounter(job, place) })
  return files.length
}
