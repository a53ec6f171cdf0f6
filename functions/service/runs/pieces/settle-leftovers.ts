import { at } from '@tallystick/engine/base'
import { leftoverLines, type NamedLeftovers } from '@tallystick/engine/pieces'
import { computeInSlices } from '../../platform/slices.ts'
import { readEnds, writeEnds } from './end-files.ts'
import type { PieceJob } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { filesThatFit, readJson, readTextLines, writeJson } from './piece-store.ts'
import { type BreakCounts, writeBreaks } from './settle-group.ts'

/** Twins without a partner, in the order of the rules, in batches that fit a task. */

const batchesFile = 'leftover-batches'

/** Bytes of objects in memory for each byte of their text. */
const objectByteCount = 5

export async function listLeftovers({ store, sizes }: PieceJob): Promise<number> {
  const batches = filesThatFit(await store.list('leftovers/'), sizes.pieceByteCountMax / objectByteCount)
  await writeJson(store, batchesFile, batches)
  return batches.length
}

/** Writes the breaks of one batch. Reads the end states of `version` and writes the next. */
export async function writeLeftovers(job: PieceJob, batch: number, version: number): Promise<BreakCounts> {
  const { store, sha256 } = job
  const states = await readEnds(store, version)
  const names = at(await readJson<readonly (readonly string[])[]>(store, batchesFile), batch)
  let byteCount = 0
  const leftovers = (await readTextLines(store, names)).map((line): NamedLeftovers => {
    byteCount += line.length
    return JSON.parse(line)
  })
  const settled = await computeInSlices(leftoverLines({ sha256 }, leftovers, states))
  await writeEnds(store, version + 1, states)
  const heldByteCount = states.source.length + states.target.length + objectByteCount * byteCount
  return writeBreaks(job, taskName('leftovers', batch), { ...settled, heldByteCount })
}
