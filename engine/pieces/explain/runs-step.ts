import { at } from '../../base/at.ts'
import { appendBytes, createByteBuffer } from '../../base/byte-buffer.ts'
import type { ExplainRun } from './explain-input.ts'
import { type PieceStore, readLines, writeLines } from './explain-store.ts'
import { readPlan } from './plan-step.ts'
import { type Section, sliceRuns } from './slice-runs.ts'
import { batchesOf } from './step-batches.ts'

/** What a join keeps of one slice: places in an object. */
export interface RunOfSlice {
  readonly key: string
  readonly sections: readonly Section[]
}

/** What a join keeps of all slices. */
export interface JoinRuns {
  readonly join: number
  /** How many pieces its records are cut into; 0 where it keeps none. */
  readonly pieceCount: number
}

interface RunOfJoin extends RunOfSlice {
  readonly join: number
}

const passKey = (first: number, batch: number): string => `pass/${first}/${batch}`
const runsKey = (join: number): string => `runs/${join}`

/**
 * Passes over all records for some joins, and keeps the records that lookers may meet: some slices a step.
 * The runs of a step are in few objects, since an object costs more than a range that is read of it.
 */
export async function runsStep(run: ExplainRun, indices: readonly number[]): Promise<readonly JoinRuns[]> {
  const { store, slices, sizes } = run
  const first = at(indices, 0)
  const batches = batchesOf(slices.length, sizes.sliceCountAtOnce)
  const passes = batches.map((own, batch) => ({
    name: `explain pass ${first} ${batch}`,
    work: async () => {
      await passOver(run, { indices, slices: own, key: passKey(first, batch) })
      return own.length
    },
  }))
  await store.steps(`explain passes ${first}`, passes)
  return store.step(`explain runs ${first}`, async () => {
    const all: RunOfJoin[] = []
    for (const batch of batches.keys())
      for (const each of await readLines<RunOfJoin>(store, passKey(first, batch))) all.push(each)
    const byJoin = Map.groupBy(all, ({ join }) => join)
    for (const [join, runs] of byJoin) await writeLines(store, runsKey(join), runs)
    return indices.map((join) => ({ join, pieceCount: pieceCountOf(byJoin.get(join) ?? []) }))
  })
}

const pieceCountOf = (runs: readonly RunOfSlice[]): number =>
  runs.reduce((most, { sections }) => sections.reduce((sum, { from }) => Math.max(sum, from.length), most), 0)

/** What a join keeps, slice by slice. */
export const readRuns = ({ store }: ExplainRun, { join }: JoinRuns): Promise<readonly RunOfSlice[]> =>
  readLines<RunOfSlice>(store, runsKey(join))

interface SlicesToPass {
  readonly indices: readonly number[]
  readonly slices: readonly number[]
  /** The object that says where the runs are. */
  readonly key: string
}

async function passOver(run: ExplainRun, { indices, slices, key }: SlicesToPass): Promise<void> {
  const { store, sizes, surveyed, rest } = run
  const plan = await readPlan(run, indices)
  const packer = createPacker(store, key, sizes.packedByteCount)
  for (const slice of slices) {
    const { side, read } = at(run.slices, slice)
    const { firstLooker } = at(surveyed, slice)
    const records = await read()
    for (const kept of sliceRuns({ side, records, firstLooker }, plan)) {
      await rest()
      if (kept === undefined) continue
      const { join, bytes, sections } = kept
      // The lines, their columns, their entries, and those that joins keep.
      run.onHeld?.(
        3 * records.table.lineByteCount + bytes.length + packer.heldByteCount() + plan.lookers.filterBits.length,
      )
      if (bytes.length > 0) await packer.add(at(indices, plan.lookers.joins.indexOf(join)), { bytes, sections })
    }
  }
  await writeLines(store, key, await packer.finish())
}

/** Puts runs into objects of about `byteCount` bytes. */
function createPacker(store: PieceStore, key: string, byteCount: number) {
  const runs: RunOfJoin[] = []
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
        // A large run is an object of its own, so that its bytes are not held twice.
        await flush()
        runs.push({ join, key: objectKey(), sections })
        await store.write(objectKey(), bytes)
        objectCount += 1
        return
      }
      if (buffer.end > 0 && buffer.end + bytes.length > byteCount) await flush()
      runs.push({ join, key: objectKey(), sections: sections.map((section) => moved(section, buffer.end)) })
      appendBytes(buffer, bytes)
    },
    heldByteCount: () => buffer.bytes.length,
    async finish(): Promise<readonly RunOfJoin[]> {
      await flush()
      return runs
    },
  }
}

/** A section whose bytes begin further on. */
function moved({ place, core, from, to }: Section, by: number): Section {
  const move = (offsets: readonly number[]): number[] => offsets.map((offset) => offset + by)
  return { place, core: move(core), from: move(from), to: move(to) }
}
