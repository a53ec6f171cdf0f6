import { at } from '@tallystick/engine/base'
import { findReasonsInPieces, reasonSizes } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { reasonInputOf, slicesFile } from './explain-tasks.ts'
import { explainedRecords } from './explained-shares.ts'
import type { PieceJob } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { writeJson } from './piece-store.ts'
import type { Performing } from './piece-tasks.ts'
import type { BreakCounts } from './settle-group.ts'

/** Writes the breaks of the records that `chooseSearching` has chosen. Returns how many there are by reason. */
export async function explainOpen(job: PieceJob, performing: Performing): Promise<BreakCounts> {
  const { perform, performAll } = performing
  await perform('explain-slices', () => listSlices(job))
  const { keys } = await findReasonsInPieces(await reasonInputOf(job), performing)
  const records = explainedRecords(job, 'written') / keys.length
  const tasks = keys.map((key, index) => ({ name: `explained-${padded(index)}`, given: { key, index }, records }))
  const counts = await performAll('explained', 'explained', tasks)
  return counts.reduce(addBreakCounts, {})
}

/** Groups the files of open and settled records, so that each group fits in one slice. */
async function listSlices({ store, sizes }: PieceJob): Promise<void> {
  const { segmentByteCountMax } = { ...reasonSizes, ...sizes.explain }
  const slices: { side: Side; names: string[] }[] = []
  for (const side of sides) {
    let held = Number.POSITIVE_INFINITY
    for (const { name, byteCount } of [
      ...(await store.list(`remainder/${side}/`)),
      ...(await store.list(`settled/${side}/`)),
    ]) {
      if (held + byteCount > segmentByteCountMax) {
        slices.push({ side, names: [] })
        held = 0
      }
      at(slices, slices.length - 1).names.push(name)
      held += byteCount
    }
  }
  await writeJson(store, slicesFile, slices)
}

export function addBreakCounts(left: BreakCounts, right: BreakCounts): BreakCounts {
  const sums = new Map(Object.entries(left))
  for (const [reason, count] of Object.entries(right)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return Object.fromEntries(sums)
}
