import { at } from '@tallystick/engine/base'
import {
  enabledRules,
  type FiledFinding,
  findingLines,
  type SettledBreaks,
  takeFindings,
} from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import type { BreakReason } from '@tallystick/engine/result'
import { computeInSlices } from '../../platform/slices.ts'
import { heldOf, readNamed } from './claim-group.ts'
import { brokenBy, readEnds } from './end-files.ts'
import type { PieceGroup } from './group-partitions.ts'
import { type PieceJob, pieceRunOf } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput, findingsFolder, type LineView } from './piece-output.ts'
import { filesOfTask, type PieceStore, readTextLines, writeJson } from './piece-store.ts'
import { type SoughtByGroup, soughtKeysFolder, withTaken } from './sought-records.ts'
import { isListing } from './split-listings.ts'

/**
 * Takes the records of a group's findings, and notes which settled records their lines may name. `version` is that of
 * the end states before the rule of the group.
 */
export async function takeGroupFindings(job: PieceJob, group: PieceGroup, version: number): Promise<SoughtByGroup> {
  const { store, policy } = job
  const states = await readEnds(store, version)
  const rule = at(enabledRules(policy), group.position)
  const found = await readFindings(store, findingsFolder, taskName('claim', group.position, group.group))
  const { taken, broken } = takeFindings(rule, found, states)
  const [output, task] = [createPieceOutput(job.sizes), taskOf(group)]
  for (const finding of taken) output.addText(takenFolder, `${JSON.stringify(finding)}\n`)
  for (const side of sides) output.addNumbers(brokenBy(group.position, side), broken[side])
  const costs = taken.flatMap(({ shortfall }) => shortfall?.cost ?? [])
  const listedKeys = isListing(job, group.position) ? (await readNamed(job, group)).listedKeys : new Set<string>()
  for (const key of listedKeys) output.addText(soughtKeysFolder(group.position), `${JSON.stringify(key)}\n`)
  job.onHeld?.(states.source.length + states.target.length + findingByteCount * found.length + output.heldByteCount())
  await output.write(store, task)
  await writeJson(store, `costs/${task}`, costs)
  return { group, keyCount: listedKeys.size }
}

/** Approximate bytes of a finding in memory. */
const findingByteCount = 500

const takenFolder = 'taken'

const taskOf = ({ position, group }: PieceGroup): string => taskName('take', position, group)

const readFindings = async (store: PieceStore, folder: string, task: string): Promise<readonly FiledFinding[]> =>
  (await readTextLines(store, await filesOfTask(store, folder, task))).map((line) => JSON.parse(line))

interface BreakInput {
  readonly version: number
  readonly refusedFrom: number
}

export type BreakCounts = { readonly [reason in BreakReason]?: number }

/** Writes the lines of a group's findings. Requires that `findSought` was called for all batches. */
export async function writeGroupFindings(
  job: PieceJob,
  group: PieceGroup,
  { version, refusedFrom }: BreakInput,
): Promise<BreakCounts> {
  const states = await readEnds(job.store, version)
  const piece = await withTaken(job, group, await readNamed(job, group))
  const context = { ...(await pieceRunOf(job)), states, refusedFrom }
  const held = heldOf(piece.sides) + states.source.length + states.target.length
  const settled = await computeInSlices(
    findingLines(context, piece, await readFindings(job.store, takenFolder, taskOf(group))),
  )
  const task = taskName('findings', group.position, group.group)
  const output = createPieceOutput(job.sizes)
  for (const part of settled.parts) output.addText(partsFolder, `${JSON.stringify(part)}\n`)
  for (const side of sides) output.addNumbers(releasedFolder(side), settled.released[side])
  await output.write(job.store, task)
  return writeBreaks(job, task, { ...settled, heldByteCount: held })
}

/** The records of nearest sets, which say so in breaks of their own. */
export const partsFolder = 'parts'

/** The numbers of anchors whose findings are no breaks. */
export const releasedFolder = (side: Side): string => `released/${side}`

interface BreaksOfTask extends SettledBreaks {
  /** Bytes that the task holds besides the breaks. */
  readonly heldByteCount: number
}

export async function writeBreaks(
  { store, sizes, onHeld }: PieceJob,
  task: string,
  { entries, counts, heldByteCount }: BreaksOfTask,
): Promise<BreakCounts> {
  const output = createPieceOutput(sizes)
  const view: LineView = 'breaks'
  output.addLines(view, entries)
  // Counts lines twice: the engine holds all of them until they are in their file.
  onHeld?.(heldByteCount + 2 * output.heldByteCount())
  await output.write(store, task)
  return counts
}
