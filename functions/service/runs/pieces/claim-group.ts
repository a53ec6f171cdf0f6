import {
  claimPiece,
  createPieceReader,
  createRecordFile,
  enabledRules,
  type KeptLines,
  keysListedIn,
  listedKeysOf,
  type MarkedLines,
  type Piece,
  type PieceSide,
  type PieceSink,
  readMarkedLines,
} from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { computeInSlices } from '../../platform/slices.ts'
import { countedSink, readShare } from './counted-sink.ts'
import { filesOfGroup, type PieceGroup } from './group-partitions.ts'
import { filesOfSide, type PieceJob, pieceRunOf, readSide } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput, namedFolder, type PieceOutput } from './piece-output.ts'
import { filesInTurn, filesOfTask, type PieceStore, textLinesOf, writeJson } from './piece-store.ts'
import { isListing } from './split-listings.ts'

export interface ClaimedGroup {
  readonly hasFindings: boolean
  readonly leftoverCount: number
  readonly hasSuggestions: boolean
}

/** Applies the rule of a group to its records. Lines of an unusually large group are read twice instead of held. */
export async function claimGroup(job: PieceJob, group: PieceGroup): Promise<ClaimedGroup> {
  const { store, sizes } = job
  const task = taskName('claim', group.position, group.group)
  const output = createPieceOutput(sizes)
  const residuals = residualCollector(job, output)
  const { files, byteCount } = await filesOfGroup(job, group)
  const keepsLines = byteCount <= sizes.pieceByteCountMax
  const piece = await readPieceOf(job, group, { files, keepsLines })
  for (const side of sides) job.onRecords?.(readShare * recordCountIn(piece.sides[side]))
  let settledByteCount = 0
  const flush = async (): Promise<void> => {
    job.onHeld?.(heldOf(piece.sides) + settledByteCount + output.heldByteCount() + residuals.heldByteCount())
    await output.flush(store, task)
  }
  const context = await pieceRunOf(job)
  const sink = countedSink({ ...output, toRule: residuals.toRule }, job.onRecords ?? (() => undefined))
  const claimed = await computeInSlices(claimPiece(context, piece, sink), flush)
  const settle = async (side: Side, records: { readonly first: number; readonly marked: MarkedLines }) => {
    await computeInSlices(claimed.settle(side, records), flush)
    await flush()
    residuals.noteListed()
  }
  for (const side of sides) {
    if (keepsLines) {
      await settle(side, { first: 0, marked: piece.sides[side] })
      continue
    }
    let first = 0
    for await (const file of filesInTurn(store, filesOfSide(files, side), settledFileCount)) {
      const marked = readMarkedLines([file])
      settledByteCount = settledFileCount * marked.heldByteCount
      await settle(side, { first, marked })
      first += marked.rowCount
    }
  }
  settledByteCount = 0
  await flush()
  await output.write(store, task)
  await writeJson(store, `tallies/${task}`, claimed.tally())
  const { hasFindings, leftoverCount, hasSuggestions } = claimed
  return { hasFindings, leftoverCount, hasSuggestions }
}

/** Without residuals. */
function recordCountIn({ rowCount, hasResiduals, markOf }: PieceSide): number {
  if (!hasResiduals) return rowCount
  let count = 0
  for (let row = 0; row < rowCount; row++) if (markOf(row).bornAt < 0) count += 1
  return count
}

/** Files that are held at a time: the file that is being settled, and the next one, which is read ahead. */
const settledFileCount = 2

/** The records that the findings of a group name. */
export async function readNamed(job: PieceJob, group: PieceGroup): Promise<Piece> {
  const task = taskName('claim', group.position, group.group)
  const namesOf = (side: Side) => filesOfTask(job.store, namedFolder(side), task)
  const files = [...(await namesOf('source')), ...(await namesOf('target'))]
  return readPieceOf(job, group, { files, keepsLines: true })
}

async function readPieceOf(
  job: PieceJob,
  group: PieceGroup,
  { files, ...kept }: KeptLines & { readonly files: readonly string[] },
): Promise<Piece> {
  const read = {
    source: await readSide(job, filesOfSide(files, 'source'), kept),
    target: await readSide(job, filesOfSide(files, 'target'), kept),
  }
  job.onHeld?.(heldOf(read))
  return withListedKeys(job, group, read)
}

/** Approximate bytes of columns and buffers. */
export const heldOf = ({ source, target }: Piece['sides']): number => source.heldByteCount + target.heldByteCount

async function withListedKeys(job: PieceJob, { position }: PieceGroup, sidesRead: Piece['sides']): Promise<Piece> {
  const wanted = new Set(
    sides.flatMap((side) => [...keysListedIn(sidesRead[side].table, job.policy, { side, position })]),
  )
  const listedKeys = wanted.size === 0 ? wanted : await keysKnown(job.store, position, wanted)
  return { position, sides: sidesRead, listedKeys }
}

/** The `wanted` keys that records of the run have: see `WholeFacts`. */
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

/** Collects the residuals that a rule leaves, because texts of later rules may list them. */
function residualCollector(job: PieceJob, output: PieceOutput) {
  const { policy } = job
  const isListed = enabledRules(policy).some((_, position) => isListing(job, position))
  const noResiduals = () => ({ source: createRecordFile(), target: createRecordFile() })
  let files = noResiduals()
  const toRule: PieceSink['toRule'] = (side, record) => {
    if (isListed && record.mark.bornAt >= 0) files[side].add(record.mark, record.line)
    output.toRule(side, record)
  }
  return {
    toRule,
    heldByteCount: () => files.source.heldByteCount() + files.target.heldByteCount(),
    /** Writes the keys of the collected residuals, and forgets these residuals. */
    noteListed(): void {
      if (!isListed) return
      for (const side of sides) {
        const reader = createPieceReader(policy.attributePaths)
        reader.add(files[side].finish())
        for (const { position, keys } of listedKeysOf(reader.finish().table, side, policy))
          for (const key of keys) output.addText(`listed/${position}`, `${JSON.stringify(key)}\n`)
      }
      files = noResiduals()
    },
  }
}
