import { at } from '../../base/at.ts'
import { appendBytes, createByteBuffer } from '../../base/byte-buffer.ts'
import { keepEntries, type Section } from './kept-entries.ts'
import { readPlan } from './plan-step.ts'
import type { ReasonRun } from './reason-input.ts'
import { type ReasonStore, readLines, writeLines } from './reason-store.ts'
import { batchAt, batchCountOf } from './step-batches.ts'

export interface StoredEntries {
  readonly key: string
  readonly sections: readonly Section[]
}

export interface JoinEntries {
  readonly join: number
  /** The number of pieces of the join; 0 if it keeps no records. */
  readonly pieceCount: number
}

interface EntriesOfJoin extends StoredEntries {
  readonly join: number
}

const passKey = (first: number, batch: number): string => `pass/${first}/${batch}`
const keptKey = (join: number): string => `kept/${join}`

/** Lists what each join keeps, once all batches are passed. */
export async function listKept(
  { store, segments, sizes }: ReasonRun,
  indices: readonly number[],
): Promise<readonly JoinEntries[]> {
  const all: EntriesOfJoin[] = []
  for (let batch = 0; batch < batchCountOf(segments.length, sizes.segmentCountAtOnce); batch++)
    for (const each of await readLines<EntriesOfJoin>(store, passKey(at(indices, 0), batch))) all.push(each)
  const byJoin = Map.groupBy(all, ({ join }) => join)
  for (const [join, kept] of byJoin) await writeLines(store, keptKey(join), kept)
  return indices.map((join) => ({ join, pieceCount: pieceCountOf(byJoin.get(join) ?? []) }))
}

const pieceCountOf = (kept: readonly StoredEntries[]): number =>
  kept.reduce((most, { sections }) => sections.reduce((sum, { from }) => Math.max(sum, from.length), most), 0)

export const readStored = ({ store }: ReasonRun, join: number): Promise<readonly StoredEntries[]> =>
  readLines<StoredEntries>(store, keptKey(join))

export interface BatchToPass {
  readonly indices: readonly number[]
  readonly batch: number
}

/**
 * Reads a batch of segments for some joins, and stores the records that searchers may meet. They are packed into few
 * objects, since an object costs more to write than a range of it costs to read.
 */
export async function passOver(run: ReasonRun, { indices, batch }: BatchToPass): Promise<void> {
  const { store, sizes, surveyed, pause } = run
  const segments = batchAt(batch, run.segments.length, sizes.segmentCountAtOnce)
  const key = passKey(at(indices, 0), batch)
  const plan = await readPlan(run, indices)
  const packer = createPacker(store, key, sizes.packedByteCount)
  for (const segment of segments) {
    const { side, read } = at(run.segments, segment)
    const { firstSearcher, searcherCount } = at(surveyed, segment)
    const records = await read()
    const settledPart = (records.table.rowCount - searcherCount) / run.joins.length
    for (const kept of keepEntries({ side, records, firstSearcher }, plan)) {
      await pause()
      if (kept === undefined) continue
      const { join, bytes, sections } = kept
      run.onRecords?.(settledPart)
      run.onHeld?.(
        3 * records.table.lineByteCount + bytes.length + packer.heldByteCount() + plan.searchers.filterBits.length,
      )
      if (bytes.length > 0) await packer.add(at(indices, plan.searchers.joins.indexOf(join)), { bytes, sections })
    }
  }
  await writeLines(store, key, await packer.finish())
}

function createPacker(store: ReasonStore, key: string, byteCount: number) {
  const packed: EntriesOfJoin[] = []
  let [buffer, objectCount] = [createByteBuffer(1_024), 0]
  const objectKey = (): string => `${key}/${objectCount}`
  const flush = async (): Promise<void> => {
    if (buffer.end === 0) return
    await store.write(objectKey(), buffer.bytes.subarray(0, buffer.end))
    objectCount += 1
    buffer = createByteBuffer(1_024)
  }
  return {
    async add(
      join: number,
      { bytes, sections }: { readonly bytes: Uint8Array; readonly sections: readonly Section[] },
    ) {
      if (bytes.length > byteCount / 2) {
        // Large entries become an object of their own: packing them would hold their bytes twice.
        await flush()
        packed.push({ join, key: objectKey(), sections })
        await store.write(objectKey(), bytes)
        objectCount += 1
        return
      }
      if (buffer.end > 0 && buffer.end + bytes.length > byteCount) await flush()
      packed.push({ join, key: objectKey(), sections: sections.map((section) => moved(section, buffer.end)) })
      appendBytes(buffer, bytes)
    },
    heldByteCount: () => buffer.bytes.length,
    async finish(): Promise<readonly EntriesOfJoin[]> {
      await flush()
      return packed
    },
  }
}

function moved({ place, core, from, to }: Section, by: number): Section {
  const move = (offsets: readonly number[]): number[] => offsets.map((offset) => offset + by)
  return { place, core: move(core), from: move(from), to: move(to) }
}
