import {
  claimPiece,
  createPieceReader,
  createRecordFile,
  keysListedIn,
  listedKeysOf,
  type Piece,
  type PieceSide,
  type PieceSink,
  rowsOfKeys,
  type Side,
  sides,
} from '@tallystick/engine'
import { computeInSlices } from '../platform/slices.ts'
import { filesOfGroup, type PieceGroup } from './group-partitions.ts'
import { filesOfSide, type PieceJob, pieceRunOf, readSide } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { type PieceStore, textLinesOf, writeJson } from './piece-store.ts'

/** What has to be looked at again once all rules have passed. */
export interface ClaimedGroup {
  readonly hasFindings: boolean
  readonly surplusCount: number
  readonly hasSuggestions: boolean
}

/** Runs the rule of a group over its records. The open ones go on to later rules. */
export async function claimGroup(job: PieceJob, { position, group }: PieceGroup): Promise<ClaimedGroup> {
  const { store, sizes } = job
  const task = taskName('claim', position, group)
  const output = createPieceOutput(sizes)
  const rests = restCollector(job, output)
  const piece = await readPiece(job, { position, group })
  const { tally, ...claimed } = await computeInSlices(
    claimPiece(await pieceRunOf(job), piece, { ...output, toRule: rests.toRule }),
  )
  // Lines of matches are held twice: the engine has them together before it names their records.
  job.onHeld?.(heldOf(piece.sides) + output.heldByteCount() + output.heldByteCount('lines/'))
  for (const { position: later, keys } of rests.listedKeys())
    for (const key of keys) output.addText(`listed/${later}`, `${JSON.stringify(key)}\n`)
  await output.write(store, task)
  await writeJson(store, `tallies/${task}`, tally)
  return claimed
}

/** The records of a group as a piece of its rule. */
export async function readPiece(job: PieceJob, group: PieceGroup): Promise<Piece> {
  const files = await filesOfGroup(job, group)
  const read = {
    source: await readSide(job, filesOfSide(files, 'source')),
    target: await readSide(job, filesOfSide(files, 'target')),
  }
  job.onHeld?.(heldOf(read))
  return withListedKeys(job, group, read)
}

const heldOf = ({ source, target }: Piece['sides']): number => source.heldByteCount + target.heldByteCount

/**
 * The same with the matched records that texts of the piece list. Requires that all rules have passed, of which later ones
 * have left rests that the rule of the piece does not see.
 */
export async function readPieceWithTaken(job: PieceJob, group: PieceGroup): Promise<Piece> {
  const piece = await readPiece(job, group)
  if (piece.listedKeys.size === 0) return piece
  const { position } = group
  const sideWithTaken = async (side: Side): Promise<PieceSide> => {
    const own = piece.sides[side]
    const file = createRecordFile()
    const known = new Set<number>()
    for (let row = 0; row < own.rowCount; row++) {
      known.add(own.numberOf(row))
      file.add(own.markOf(row), own.lineOf(row))
    }
    for (const { name } of await job.store.list(`settled/${side}/`)) {
      const settled = await readSide(job, [name])
      job.onHeld?.(heldOf(piece.sides) + settled.heldByteCount)
      for (const row of rowsOfKeys(settled.table, job.policy, { side, position, keys: piece.listedKeys })) {
        const mark = settled.markOf(row)
        if (mark.state === 'matched' && mark.bornAt < position && !known.has(mark.number))
          file.add(mark, settled.lineOf(row))
      }
    }
    const reader = createPieceReader(job.policy.attributePaths)
    reader.add(file.finish())
    return reader.finish()
  }
  const sidesRead = { source: await sideWithTaken('source'), target: await sideWithTaken('target') }
  return { ...piece, sides: sidesRead }
}

async function withListedKeys(job: PieceJob, { position }: PieceGroup, sidesRead: Piece['sides']): Promise<Piece> {
  const wanted = new Set(
    sides.flatMap((side) => [...keysListedIn(sidesRead[side].table, job.policy, { side, position })]),
  )
  const listedKeys = wanted.size === 0 ? wanted : await keysKnown(job.store, position, wanted)
  return { position, sides: sidesRead, listedKeys }
}

/** Those of the `wanted` keys that records have, see `WholeFacts`. */
async function keysKnown(
  store: PieceStore,
  position: number,
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const names = (await store.list(`listed/${position}/`)).map(({ name }) => name)
  const known = new Set<string>()
  for await (const lines of textLinesOf(store, names))
    for (const line of lines) {
      const key: string = JSON.parse(line)
      if (wanted.has(key)) known.add(key)
    }
  return known
}

/** Notes the rests that a rule leaves: later rules may list them. */
function restCollector({ policy }: PieceJob, output: PieceSink) {
  const files = { source: createRecordFile(), target: createRecordFile() }
  const toRule: PieceSink['toRule'] = (side, record) => {
    if (record.mark.bornAt >= 0) files[side].add(record.mark, record.line)
    output.toRule(side, record)
  }
  return {
    toRule,
    listedKeys: () =>
      sides.flatMap((side) => {
        const reader = createPieceReader(policy.attributePaths)
        reader.add(files[side].finish())
        return listedKeysOf(reader.finish().table, side, policy)
      }),
  }
}
