import { at } from '@tallystick/engine/base'
import type { PieceJob } from './piece-context.ts'
import { padded, partitionOf, rulePrefix } from './piece-names.ts'
import { readJson, type StoredFile, writeJson } from './piece-store.ts'

export async function largePartitions({ store, sizes }: PieceJob, position: number): Promise<readonly string[]> {
  const byFolder = Map.groupBy(await store.list(rulePrefix(position)), ({ name }) => partitionOf(name))
  const isLarge = (files: readonly StoredFile[]): boolean =>
    files.reduce((sum, { byteCount }) => sum + byteCount, 0) > sizes.pieceByteCountMax
  return [...byFolder].filter(([, files]) => isLarge(files)).map(([folder]) => folder)
}

/**
 * Puts whole partitions of a rule into groups that fit a task, without those in `split`. Returns the number of groups.
 */
export async function groupPartitions(
  { store, sizes }: PieceJob,
  position: number,
  split: readonly string[],
): Promise<number> {
  const groups: (GroupFiles & { files: string[]; byteCount: number })[] = []
  const partitions = Map.groupBy(await store.list(rulePrefix(position)), ({ name }) => partitionOf(name))
  for (const [folder, files] of partitions) {
    if (split.includes(folder)) continue
    const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0)
    const names = files.map(({ name }) => name)
    const last = groups.at(-1)
    if (last !== undefined && last.byteCount + byteCount <= sizes.pieceByteCountMax) {
      last.files.push(...names)
      last.byteCount += byteCount
    } else groups.push({ files: names, byteCount })
  }
  await writeJson(store, groupsFile(position), groups)
  return groups.length
}

export async function filesOfGroup({ store }: PieceJob, { position, group }: PieceGroup): Promise<GroupFiles> {
  return at(await readJson<readonly GroupFiles[]>(store, groupsFile(position)), group)
}

interface GroupFiles {
  readonly files: readonly string[]
  readonly byteCount: number
}

const groupsFile = (position: number): string => `groups/${padded(position)}`

/** Partitions of one rule that a task takes together. */
export interface PieceGroup {
  readonly position: number
  /** Position among the groups of the rule, from 0. */
  readonly group: number
}
