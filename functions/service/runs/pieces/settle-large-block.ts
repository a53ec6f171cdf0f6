import { at, compareUtf8 } from '@tallystick/engine/base'
import { enabledRules, isFree, largeBlockLines } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import type { NamedRecord } from '@tallystick/engine/result'
import { brokenBy, readEnds } from './end-files.ts'
import type { LargePartition } from './large-partition.ts'
import type { PieceJob } from './piece-context.ts'
import { createPieceOutput } from './piece-output.ts'
import { readTextLines } from './piece-store.ts'
import type { BreakCounts } from './settle-group.ts'
import { largeBlockFolder, planOf } from './split-partition.ts'

export interface LargeBlockPlace extends LargePartition {
  readonly index: number
}

/** Approximate bytes in memory of an id and a number, and of their text. */
const namedByteCount = 150

/** Makes a break of a large block if its records are all open in `version` of the end states. */
export async function settleLargeBlock(
  job: PieceJob,
  { index, ...partition }: LargeBlockPlace,
  version: number,
): Promise<BreakCounts> {
  const { store, policy, sizes } = job
  const states = await readEnds(store, version)
  const namedOf = async (side: Side): Promise<readonly NamedRecord[]> => {
    const names = (await store.list(`${largeBlockFolder(partition, index)}/${side}/`)).map(({ name }) => name)
    return (await readTextLines(store, names))
      .map((line): NamedRecord => JSON.parse(line))
      .sort((left, right) => compareUtf8(left.id, right.id))
  }
  const named = { source: await namedOf('source'), target: await namedOf('target') }
  const isOpen = sides.every((side) => named[side].every(({ record }) => isFree(states, side, record)))
  const namedCount = named.source.length + named.target.length
  const held = states.source.length + states.target.length + namedByteCount * namedCount
  job.onHeld?.(held)
  if (isOpen) {
    const work = Object.values((await planOf(job, partition)).large).find((each) => each.index === index)
    if (work === undefined) throw new Error('Every large block is planned')
    const { needed, limit, by } = work
    const ruleId = at(enabledRules(policy), partition.position).rule.id
    const output = createPieceOutput(sizes)
    output.addLines('breaks', largeBlockLines(job, { ...named, ruleId, work: { needed, limit, by } }))
    for (const side of sides)
      for (const { record } of named[side]) output.addNumbers(brokenBy(partition.position, side), [record])
    // Counts lines twice: the engine holds all of them until they are in their file.
    job.onHeld?.(held + 2 * output.heldByteCount())
    await output.write(store, `large-${partition.folder.replaceAll('/', '-')}-${index}`)
  }
  return isOpen ? { group_too_large: 1 } : {}
}
