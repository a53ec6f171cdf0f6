import { at, createPace, hashOfKey, uint32At } from '@tallystick/engine/base'
import { sliceStepCountUsual } from '@tallystick/engine/match'
import {
  addTallies,
  createKeyReader,
  emptyTally,
  enabledRules,
  noCounts,
  routeRecords,
} from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { computeInSlices } from '../../platform/slices.ts'
import { type Batch, fileOf, type LargePartition, listBatches, readBatch } from './large-partition.ts'
import { type PerformTask, type PieceJob, routingRunOf } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'
import { isListing, splitListings } from './split-listings.ts'
import {
  addKeyCounts,
  bucketCount,
  countRecord,
  isTooMuch,
  type KeyCount,
  type KeyCounts,
  planSplit,
  type SplitPlan,
} from './split-plan.ts'

/** Splits a partition without cutting a block. Returns how many blocks are too large to be decided. */
export async function splitPartition(job: PieceJob, perform: PerformTask, partition: LargePartition): Promise<number> {
  const name = `split-${partition.folder.replaceAll('/', '-')}`
  const batchCount = await perform(`${name}-files`, () => listBatches(job, partition))
  const batches = Array.from({ length: batchCount }, (_, batch) => batch)
  if (isListing(job, partition.position)) {
    await splitListings(job, perform, { ...partition, name, batches })
    return 0
  }
  for (const batch of batches)
    await perform(`${name}-count-${padded(batch)}`, () => countBatch(job, { ...partition, batch }))
  for (const batch of batches)
    await perform(`${name}-suspects-${padded(batch)}`, () => countSuspects(job, { ...partition, batch, batches }))
  const largeCount = await perform(`${name}-plan`, () => planPartition(job, { ...partition, batches }))
  for (const batch of batches)
    await perform(`${name}-spread-${padded(batch)}`, () => spreadBatch(job, { ...partition, batch }))
  return largeCount
}

interface Batches extends LargePartition {
  readonly batches: readonly number[]
}

const bucketOf = (key: string): number => hashOfKey(key, bucketSeed) % bucketCount
/** A second, independent hash takes this seed: all keys of a partition have the same remainder under the first one. */
const bucketSeed = 0x5bd1e995

async function eachKey(
  job: PieceJob,
  batch: Batch,
  take: (key: string, count: { readonly place: Side; readonly byteCount: number }) => void,
): Promise<void> {
  const read = await readBatch(job, batch)
  for (const side of sides) {
    const { table } = read[side]
    const keyOf = createKeyReader(table, wayOf(job, side, batch.position))
    for (let row = 0; row < table.rowCount; row++) {
      const found = keyOf(row)
      if (found !== undefined) take(found.key, { place: found.place, byteCount: uint32At(table.lineByteCounts, row) })
    }
  }
}

const wayOf = ({ policy }: PieceJob, side: Side, from: number) => ({
  rules: enabledRules(policy),
  side,
  attributePaths: policy.attributePaths,
  from,
})

async function countBatch(job: PieceJob, batch: Batch): Promise<void> {
  const counts = new Map<string, KeyCount>()
  await eachKey(job, batch, (key, count) => countRecord(counts, String(bucketOf(key)), count))
  await writeJson(job.store, fileOf(batch, `buckets-${padded(batch.batch)}`), [...counts])
}

async function readCounts({ store }: PieceJob, { batches, ...partition }: Batches, what: string): Promise<KeyCounts> {
  const all: KeyCounts[] = []
  for (const batch of batches)
    all.push(new Map(await readJson<[string, KeyCount][]>(store, fileOf(partition, `${what}-${padded(batch)}`))))
  return addKeyCounts(all)
}

/** Counts keys in the buckets in which one key may exceed the size of a block. */
async function countSuspects(job: PieceJob, { batches, ...batch }: Batch & Batches): Promise<void> {
  const buckets = await readCounts(job, { ...batch, batches }, 'buckets')
  const suspects = new Set([...buckets].filter(([, count]) => isTooMuch(count, job.limits)).map(([bucket]) => bucket))
  const counts = new Map<string, KeyCount>()
  if (suspects.size > 0)
    await eachKey(job, batch, (key, count) => {
      if (suspects.has(String(bucketOf(key)))) countRecord(counts, key, count)
    })
  await writeJson(job.store, fileOf(batch, `keys-${padded(batch.batch)}`), [...counts])
}

async function planPartition(job: PieceJob, partition: Batches): Promise<number> {
  const { store, limits, sizes } = job
  const plan = planSplit(
    { buckets: await readCounts(job, partition, 'buckets'), keys: await readCounts(job, partition, 'keys') },
    { limits, byteCountMax: sizes.pieceByteCountMax, bucketOf },
  )
  await writeJson(store, fileOf(partition, 'plan'), plan)
  const findings = Object.keys(plan.large).length
  await writeJson(store, `tallies/plan-${partition.folder.replaceAll('/', '-')}`, {
    ...emptyTally,
    passes: { [partition.position]: { ...noCounts, findings } },
  })
  return findings
}

export const planOf = ({ store }: PieceJob, partition: LargePartition): Promise<SplitPlan> =>
  readJson(store, fileOf(partition, 'plan'))

/** The folder of the names and numbers of a large block's records. */
export const largeBlockFolder = (partition: LargePartition, index: number): string =>
  fileOf(partition, `large-${padded(index)}`)

async function spreadBatch(job: PieceJob, batch: Batch): Promise<void> {
  const { store, sizes } = job
  const plan = await planOf(job, batch)
  const [output, task] = [createPieceOutput(sizes), `${batch.folder.replaceAll('/', '-')}-${padded(batch.batch)}`]
  const lonely = new Set(plan.lonely)
  const read = await readBatch(job, batch)
  let tally = emptyTally
  const pace = createPace(sliceStepCountUsual)
  for (const side of sides) {
    const { table, markOf, lineOf, numberOf } = read[side]
    const recordOf = (row: number) => ({ mark: markOf(row), line: lineOf(row) })
    const keyOf = createKeyReader(table, wayOf(job, side, batch.position))
    const rows: number[] = []
    for (let row = 0; row < table.rowCount; row++) {
      const key = keyOf(row)?.key ?? ''
      const large = plan.large[key]
      if (large === undefined && !lonely.has(key)) {
        const part = at(plan.parts, bucketOf(key))
        output.toFolder(`${batch.folder}-${padded(part)}/${side}`, recordOf(row))
        continue
      }
      rows.push(row)
      const named = { record: numberOf(row), id: table.text('id').textAt(row) }
      if (large !== undefined)
        output.addText(`${largeBlockFolder(batch, large.index)}/${side}`, `${JSON.stringify(named)}\n`)
    }
    tally = addTallies(
      tally,
      await computeInSlices(
        routeRecords(routingRunOf(job), { side, table, rows, recordOf, from: batch.position + 1, pace }, output),
      ),
    )
  }
  job.onHeld?.(read.source.heldByteCount + read.target.heldByteCount + output.heldByteCount())
  await output.write(store, task)
  await writeJson(store, `tallies/spread-${task}`, tally)
}
