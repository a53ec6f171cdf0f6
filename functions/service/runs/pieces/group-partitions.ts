import { at } from '@tallystick/engine/base'
import type { PieceJob } from './piece-context.ts'
import { padded, partitionOf, rulePrefix } from './piece-names.ts'
import { readJson, writeJson } from './piece-store.ts'

/**
 * Puts whole partitions of a rule into groups that fit a task. Leaves out the partitions in `split`, whose parts are
 * partitions as well; if it is absent, leaves out those that are too large for a task, and names them.
 */
export async function groupPartitions(
  { store, sizes }: PieceJob,
  position: number,
  split?: readonly string[],
): Promise<{ readonly groupCount: number; readonly large: readonly string[] }> {
  const groups: (GroupFiles & { files: string[]; byteCount: number })[] = []
  const large: string[] = []
  const partitions = Map.groupBy(await store.list(rulePrefix(position)), ({ name }) => partitionOf(name))
  for (const [folder, files] of partitions) {
    if (split?.includes(folder)) continue
    const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0)
    if (split === undefined && byteCount > sizes.pieceByteCountMax) {
      large.push(folder)
      continue
    }
    const names = files.map(({ name }) => name)
    const last = groups.at(-1)
    if (last !== undefined && last.byteCount + byteCount <= sizes.pieceByteCountMax) {
      last.files.push(...names)
      last.byteCount += byteCount
    } else groups.push({ files: names, byteCount })
  }
  await writeJson(store, groupsFile(position), groups)
  return { groupCount: groups.length, large }
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
