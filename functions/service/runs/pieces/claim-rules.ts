import { at } from '@tallystick/engine/base'
import { enabledRules } from '@tallystick/engine/pieces'
import type { ClaimedGroup } from './claim-group.ts'
import { groupPartitions, type PieceGroup } from './group-partitions.ts'
import type { PieceJob } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import type { Performing } from './piece-tasks.ts'
import type { LargeBlockPlace } from './settle-large-block.ts'
import { splitPartition } from './split-partition.ts'

export interface GroupDone extends ClaimedGroup {
  readonly group: PieceGroup
}

/** Groups and large blocks of all rules, in the order of the rules. */
export interface Claimed {
  readonly groups: readonly GroupDone[]
  readonly largeBlocks: readonly LargeBlockPlace[]
}

/** Claims all groups of a rule before the next rule gets what they left open. */
export async function claimAllRules(job: PieceJob, { perform, performAll }: Performing): Promise<Claimed> {
  const [groups, largeBlocks]: [GroupDone[], LargeBlockPlace[]] = [[], []]
  for (const [position, { rule }] of enabledRules(job.policy).entries()) {
    if (rule.action === 'exclude') continue
    const name = taskName('groups', position)
    const whole = await perform(name, () => groupPartitions(job, position))
    const { large } = whole
    for (const folder of large) {
      const blockCount = await splitPartition(job, perform, { position, folder })
      for (let index = 0; index < blockCount; index++) largeBlocks.push({ position, folder, index })
    }
    const { groupCount } =
      large.length === 0 ? whole : await perform(`${name}-split`, () => groupPartitions(job, position, large))
    const places = Array.from({ length: groupCount }, (_, group) => ({ position, group }))
    const tasks = places.map((given) => ({ name: taskName('claim', position, given.group), given }))
    const claimed = await performAll(taskName('claims', position), 'claim', tasks)
    for (const [index, group] of places.entries()) groups.push({ group, ...at(claimed, index) })
  }
  return { groups, largeBlocks }
}
