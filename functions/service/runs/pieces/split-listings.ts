import { at, createPace } from '@tallystick/engine/base'
import { sliceStepCountUsual } from '@tallystick/engine/match'
import {
  addTallies,
  createListedComponents,
  emptyTally,
  enabledRules,
  type ListedComponents,
  routeRecords,
} from '@tallystick/engine/pieces'
import { sides } from '@tallystick/engine/record'
import { computeInSlices } from '../../platform/slices.ts'
import { type Batch, fileOf, type LargePartition, readBatch } from './large-partition.ts'
import { type BatchCount, eachListedKey, firstOfSide, writeListedKeys } from './listed-keys.ts'
import { type PerformTask, type PieceJob, routingRunOf } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { requireFile, writeJson } from './piece-store.ts'

/** Splits a partition of a rule by which texts list records. Blocks that a listing connects stay together. */

export const isListing = ({ policy }: PieceJob, position: number): boolean =>
  at(enabledRules(policy), position).criteria.some(({ kind }) => kind.op === 'listed')

interface NamedBatches extends LargePartition {
  readonly name: string
  readonly batches: readonly number[]
}

/** Spreads a partition's records over parts that fit a task. Connected records go to the same part. */
export async function splitListings(job: PieceJob, perform: PerformTask, partition: NamedBatches): Promise<void> {
  const { name, batches } = partition
  const counts: BatchCount[] = []
  for (const batch of batches)
    counts.push(await perform(`${name}-keys-${padded(batch)}`, () => writeListedKeys(job, { ...partition, batch })))
  await perform(`${name}-plan`, () => planListings(job, partition, counts))
  for (const batch of batches)
    await perform(`${name}-spread-${padded(batch)}`, () => spreadListings(job, { ...partition, batch }))
}

const partsFile = (batch: Batch): string => fileOf(batch, `parts-${padded(batch.batch)}`)

/** The part of a record that no listing connects. */
const noPart = 0xffff

async function planListings(job: PieceJob, partition: LargePartition, counts: readonly BatchCount[]): Promise<void> {
  const components = createListedComponents(counts.reduce((sum, { keyCount }) => sum + keyCount, 0))
  const batches = counts.map((count, batch) => ({ ...count, batch: { ...partition, batch } }))
  for (const { batch } of batches) await eachListedKey(job, { ...batch, place: 'items' }, components.addKey)
  for (const { batch } of batches) await joinListed(job, batch, components)
  for (const { batch } of batches)
    await eachListedKey(job, { ...batch, place: 'items' }, (key) => {
      const slot = components.slotOf(key)
      if (components.isUsed(slot)) components.addBytes(slot, key.byteCount)
    })
  components.endInParts(job.sizes.pieceByteCountMax)
  for (const { batch, recordCount } of batches) {
    const parts = new Uint16Array(recordCount).fill(noPart)
    job.onHeld?.(components.heldByteCount() + parts.byteLength)
    for (const place of ['items', 'anchors'] as const)
      await eachListedKey(job, { ...batch, place }, (key) => {
        const slot = components.slotOf(key)
        const part = slot < 0 ? -1 : components.partOf(slot)
        if (part >= noPart) throw new RangeError('Got more listings than parts have numbers')
        if (part >= 0) parts[key.record] = part
      })
    await job.store.write(partsFile(batch), new Uint8Array(parts.buffer))
  }
}

async function joinListed(job: PieceJob, batch: Batch, components: ListedComponents): Promise<void> {
  let [before, first] = [-1, -1]
  await eachListedKey(job, { ...batch, place: 'anchors' }, (key) => {
    const slot = components.slotOf(key)
    if (slot < 0) return
    if (key.record === before) return components.join(first, slot)
    ;[before, first] = [key.record, slot]
    components.addBytes(slot, key.byteCount)
  })
}

async function spreadListings(job: PieceJob, batch: Batch): Promise<void> {
  const { store, sizes } = job
  const parts = new Uint16Array((await requireFile(store, partsFile(batch))).slice().buffer)
  const [output, task] = [createPieceOutput(sizes), `${batch.folder.replaceAll('/', '-')}-${padded(batch.batch)}`]
  const read = await readBatch(job, batch)
  let tally = emptyTally
  const pace = createPace(sliceStepCountUsual)
  for (const side of sides) {
    const { table, markOf, lineOf } = read[side]
    const recordOf = (row: number) => ({ mark: markOf(row), line: lineOf(row) })
    const first = firstOfSide(read, side)
    const rows: number[] = []
    for (let row = 0; row < table.rowCount; row++) {
      const part = parts[first + row] ?? noPart
      if (part === noPart) rows.push(row)
      else output.toFolder(`${batch.folder}-${padded(part)}/${side}`, recordOf(row))
    }
    tally = addTallies(
      tally,
      await computeInSlices(
        routeRecords(routingRunOf(job), { side, table, rows, recordOf, from: batch.position + 1, pace }, output),
      ),
    )
  }
  job.onHeld?.(read.source.heldByteCount + read.target.heldByteCount + parts.byteLength + output.heldByteCount())
  await output.write(store, task)
  await writeJson(store, `tallies/spread-${task}`, tally)
}
