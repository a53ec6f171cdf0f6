import { numberAt } from '@tallystick/engine/base'
import { endStates, findingLines, type Piece, type SettledBreaks, takeFindings } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import type { BreakReason } from '@tallystick/engine/result'
import { computeInSlices } from '../../platform/slices.ts'
import { heldOf, readPiece, readPieceOf } from './claim-group.ts'
import { brokenBy, readEnds } from './end-files.ts'
import type { PieceGroup } from './group-partitions.ts'
import { type PieceJob, pieceRunOf, readMarks } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput, type LineView } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'
import { claimsFolder, type SoughtByGroup, soughtKeysFolder, soughtNumbersFolder, withTaken } from './sought-records.ts'
import { isListing } from './split-listings.ts'

/**
 * Takes the records of a group's findings, and notes which settled records their lines may name. `version` is that of
 * the end states before the rule of the group.
 */
export async function takeGroupFindings(job: PieceJob, group: PieceGroup, version: number): Promise<SoughtByGroup> {
  const { store } = job
  const states = await readEnds(store, version)
  const piece = await readPiece(job, group)
  const { taken, costs, broken } = await computeInSlices(takeFindings(await pieceRunOf(job), piece, states))
  const [output, task] = [createPieceOutput(job.sizes), taskName('take', group.position, group.group)]
  for (const side of sides) {
    output.addNumbers(brokenBy(group.position, side), broken[side])
    // Only lines of searches for a nearest sum name the match that holds a record.
    if (costs.length > 0)
      output.addNumbers(soughtNumbersFolder(group.position, side), claimedIn(piece, side, states[side]))
  }
  for (const key of piece.listedKeys) output.addText(soughtKeysFolder(group.position), `${JSON.stringify(key)}\n`)
  job.onHeld?.(heldOf(piece.sides) + states.source.length + states.target.length + output.heldByteCount())
  await output.write(store, task)
  await writeJson(store, takenFile(group), taken)
  await writeJson(store, `costs/${task}`, costs)
  return { group, costCount: costs.length, keyCount: piece.listedKeys.size }
}

const takenFile = ({ position, group }: PieceGroup): string => `taken/${taskName('take', position, group)}`

function* claimedIn({ sides: own }: Piece, side: Side, states: Uint8Array): Generator<number> {
  const { rowCount, numberOf } = own[side]
  for (let row = 0; row < rowCount; row++) {
    const number = numberOf(row)
    // A residual of this rule may have a number beyond the states.
    const state = number < states.length ? numberAt(states, number) : endStates.none
    if (state === endStates.matched || state === endStates.netted) yield number
  }
}

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
  // `withTaken` needs lines only under a rule by which texts list records.
  const kept = { keepsLines: isListing(job, group.position) }
  const piece = await withTaken(job, group, await readPieceOf(job, group, kept))
  const claims = await claimsOf(job, group, piece)
  const claimOf = (side: Side, number: number): string | undefined => claims[side].get(number)
  const context = { ...(await pieceRunOf(job)), states, claimOf, refusedFrom }
  const held =
    heldOf(piece.sides) +
    states.source.length +
    states.target.length +
    claimByteCount * (claims.source.size + claims.target.size)
  const settled = await computeInSlices(findingLines(context, piece, await readJson(job.store, takenFile(group))))
  return writeBreaks(job, taskName('findings', group.position, group.group), { ...settled, heldByteCount: held })
}

/** Approximate bytes of a claim in memory, with the number of the record. */
const claimByteCount = 150

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

/** The claims on the records that lines of the group may name, by number of the record. */
async function claimsOf(job: PieceJob, group: PieceGroup, piece: Piece) {
  const claims = { source: new Map<number, string>(), target: new Map<number, string>() }
  for (const side of sides) {
    const names = (await job.store.list(`${claimsFolder(group, side)}/`)).map(({ name }) => name)
    const found = await readMarks(job, names)
    for (const { rowCount, markOf } of [piece.sides[side], found])
      for (let row = 0; row < rowCount; row++) {
        const { number, claim } = markOf(row)
        if (claim !== '') claims[side].set(number, claim)
      }
  }
  return claims
}
