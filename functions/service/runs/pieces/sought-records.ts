import { at, numberAt } from '@tallystick/engine/base'
import { createPieceReader, createRecordFile, type Piece, type PieceSide, rowsByKey } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { heldOf } from './claim-group.ts'
import type { PieceGroup } from './group-partitions.ts'
import { type PieceJob, readSide } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import { createPieceOutput, type PieceOutput } from './piece-output.ts'
import { filesOfTask, filesThatFit, readJson, readTextLines, writeJson } from './piece-store.ts'

/**
 * Finds the matched records that texts of findings list. Each group notes the keys that it seeks; then every settled
 * record is read once.
 */

export interface SoughtByGroup {
  readonly group: PieceGroup
  readonly keyCount: number
}

export const soughtKeysFolder = (position: number): string => `sought/keys/${padded(position)}`

const soughtTask = ({ position, group }: PieceGroup): string => taskName('take', position, group)

const recordsFolder = (group: PieceGroup, side: Side): string => `found/records/${soughtTask(group)}/${side}`

interface SettledBatch {
  readonly side: Side
  readonly names: readonly string[]
}

const batchesFile = 'sought/batches'

const groupsFile = 'sought/groups'

/**
 * Lists the groups that seek records, and the batches of settled records that a task reads at once. Returns how many
 * batches there are.
 */
export async function listSettled({ store, sizes }: PieceJob, sought: readonly SoughtByGroup[]): Promise<number> {
  const batches: SettledBatch[] = []
  for (const side of sides)
    for (const names of filesThatFit(await store.list(`settled/${side}/`), sizes.pieceByteCountMax))
      batches.push({ side, names })
  await writeJson(store, batchesFile, batches)
  await writeJson(store, groupsFile, sought)
  return batches.length
}

/** Approximate bytes of an entry in a map by key. */
const keyEntryByteCount = 150

/** Hands the records of a batch to the groups that seek them. Holds the batch and what one group seeks. */
export async function findSought(job: PieceJob, batch: number): Promise<void> {
  const sought = await readJson<readonly SoughtByGroup[]>(job.store, groupsFile)
  const { side, names } = at(await readJson<readonly SettledBatch[]>(job.store, batchesFile), batch)
  const settled = await readSide(job, names)
  const output = createPieceOutput(job.sizes)
  await findListed(job, { side, settled, output }, sought)
  job.onHeld?.(settled.heldByteCount + keyEntryByteCount * settled.rowCount + output.heldByteCount())
  await output.write(job.store, taskName('found', batch))
}

interface BatchRead {
  readonly side: Side
  readonly settled: PieceSide
  readonly output: PieceOutput
}

async function findListed(
  { store, policy }: PieceJob,
  { side, settled, output }: BatchRead,
  sought: readonly SoughtByGroup[],
): Promise<void> {
  for (const [position, groups] of Map.groupBy(sought, ({ group }) => group.position)) {
    const rows = rowsByKey(settled.table, policy, { side, position })
    for (const { group } of rows.size === 0 ? [] : groups) {
      const names = await filesOfTask(store, soughtKeysFolder(position), soughtTask(group))
      const lines = await readTextLines(store, names)
      const found = Uint32Array.from(lines.flatMap((line) => rows.get(JSON.parse(line)) ?? [])).sort()
      for (let index = 0; index < found.length; index++) {
        const row = numberAt(found, index)
        const mark = settled.markOf(row)
        // The rule of the group does not see residuals that it or later rules left.
        if (mark.state === 'matched' && mark.bornAt < position)
          output.toFolder(recordsFolder(group, side), { mark, line: settled.lineOf(row) })
      }
    }
  }
}

/** Adds the matched records that the texts of a piece list. Requires that `findSought` was called for all batches. */
export async function withTaken(job: PieceJob, group: PieceGroup, piece: Piece): Promise<Piece> {
  if (piece.listedKeys.size === 0) return piece
  const sideWithTaken = async (side: Side): Promise<PieceSide> => {
    const own = piece.sides[side]
    const names = (await job.store.list(`${recordsFolder(group, side)}/`)).map(({ name }) => name)
    if (names.length === 0) return own
    const found = await readSide(job, names)
    const file = createRecordFile()
    const known = new Set<number>()
    for (let row = 0; row < own.rowCount; row++) {
      known.add(own.numberOf(row))
      file.add(own.markOf(row), own.lineOf(row))
    }
    for (let row = 0; row < found.rowCount; row++)
      if (!known.has(found.numberOf(row))) file.add(found.markOf(row), found.lineOf(row))
    job.onHeld?.(heldOf(piece.sides) + found.heldByteCount + file.heldByteCount())
    const reader = createPieceReader(job.policy.attributePaths)
    reader.add(file.finish())
    return reader.finish()
  }
  return { ...piece, sides: { source: await sideWithTaken('source'), target: await sideWithTaken('target') } }
}
