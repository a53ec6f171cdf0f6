import { at } from '@tallystick/engine'
import type { PieceJob } from './piece-context.ts'
import { padded, partitionOf, rulePrefix } from './piece-names.ts'
import { readJson, writeJson } from './piece-store.ts'

/** Puts the partitions of a rule into groups that fit a task, each partition whole. Returns how many groups there are. */
export async function groupPartitions({ store, sizes }: PieceJob, position: number): Promise<number> {
  const groups: { files: string[]; byteCount: number }[] = []
  const partitions = Map.groupBy(await store.list(rulePrefix(position)), ({ name }) => partitionOf(name))
  for (const files of partitions.values()) {
    const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0)
    const names = files.map(({ name }) => name)
    const last = groups.at(-1)
    if (last !== undefined && last.byteCount + byteCount <= sizes.pieceByteCountMax) {
      last.files.push(...names)
      last.byteCount += byteCount
    } else groups.push({ files: names, byteCount })
  }
  await writeJson(
    store,
    groupsFile(position),
    groups.map(({ files }) => files),
  )
  return groups.length
}

/** The files of a group's records. */
export async function filesOfGroup({ store }: PieceJob, { position, group }: PieceGroup): Promise<readonly string[]> {
  return at(await readJson<readonly (readonly string[])[]>(store, groupsFile(position)), group)
}

const groupsFile = (position: number): string => `groups/${padded(position)}`

/** Partitions of one rule that a task takes together. */
export interface PieceGroup {
  readonly position: number
  /** Position among the groups of the rule, from 0. */
  readonly group: number
}
