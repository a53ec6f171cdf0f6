import {
  addTallies,
  at,
  createKeyFilter,
  createPace,
  emptyTally,
  enabledRules,
  type KeyFilter,
  listingSideOf,
  routeRecords,
  sides,
  sliceStepCountUsual,
  uint32At,
} from '@tallystick/engine'
import { computeInSlices } from '../platform/slices.ts'
import { type LargePartition, readBatch } from './large-partition.ts'
import { type PerformTask, type PieceJob, routingRunOf } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { createPieceOutput } from './piece-output.ts'
import { requireFile, writeJson } from './piece-store.ts'

/**
 * A partition of a rule by which texts list records is not split by keys: its blocks are connected by listings. Its records
 * without a listing go on to later rules, and those that may have one stay together.
 */

/** Whether texts list records under the rule of a partition. */
export const isListing = ({ policy }: PieceJob, { position }: LargePartition): boolean =>
  at(enabledRules(policy), position).criteria.some(({ kind }) => kind.op === 'listed')

interface NamedBatches extends LargePartition {
  readonly name: string
  readonly batches: readonly number[]
}

/** Bytes of each filter: eight million bits for each megabyte. */
const filterByteCount = 4 * 1024 * 1024

const placesOfFilters = ['anchors', 'items'] as const
type Filters = { readonly [place in (typeof placesOfFilters)[number]]: KeyFilter }

/** Spreads a partition's records: those that may be listed, or list others, into one partition. */
export async function splitListings(job: PieceJob, perform: PerformTask, partition: NamedBatches): Promise<void> {
  const { name, batches } = partition
  for (const batch of batches)
    await perform(`${name}-filter-${padded(batch)}`, () => filterBatch(job, { ...partition, batch }))
  for (const batch of batches)
    await perform(`${name}-spread-${padded(batch)}`, () => spreadListings(job, { ...partition, batch }))
}

interface NamedBatch extends NamedBatches {
  readonly batch: number
}

const filterFile = ({ folder }: LargePartition, place: string, batch: number): string =>
  `split/${folder}/${place}-${padded(batch)}`

async function filterBatch(job: PieceJob, batch: NamedBatch): Promise<void> {
  const bits = { anchors: new Uint8Array(filterByteCount), items: new Uint8Array(filterByteCount) }
  const filters: Filters = { anchors: createKeyFilter(bits.anchors), items: createKeyFilter(bits.items) }
  const read = await readBatch(job, batch)
  for (const side of sides) {
    const { table } = read[side]
    const { isAnchor, keysOf } = listingSideOf(table, job.policy, { side, position: batch.position })
    const filter = isAnchor ? filters.anchors : filters.items
    for (let row = 0; row < table.rowCount; row++) for (const key of keysOf(row)) filter.add(key)
  }
  for (const place of placesOfFilters) await job.store.write(filterFile(batch, place, batch.batch), bits[place])
}

async function readFilter({ store }: PieceJob, partition: NamedBatches, place: string): Promise<KeyFilter> {
  const all = new Uint8Array(filterByteCount)
  for (const batch of partition.batches) addBits(all, await requireFile(store, filterFile(partition, place, batch)))
  return createKeyFilter(all)
}

/** Adds the bits of a filter to those of `all`, by words: a filter has millions of bytes. */
function addBits(all: Uint8Array, bits: Uint8Array): void {
  const [sums, words] = [wordsIn(all), wordsIn(bits)]
  for (let index = 0; index < sums.length; index++) sums[index] = uint32At(sums, index) | uint32At(words, index)
}

/** The bytes as words: of a copy where they do not begin at a word of their buffer. */
const wordsIn = (bytes: Uint8Array): Uint32Array => {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(buffer, byteOffset, length / 4)
}

async function spreadListings(job: PieceJob, batch: NamedBatch): Promise<void> {
  const { store, sizes } = job
  const filters: Filters = {
    anchors: await readFilter(job, batch, 'anchors'),
    items: await readFilter(job, batch, 'items'),
  }
  const [output, task] = [createPieceOutput(sizes), `${batch.folder.replaceAll('/', '-')}-${padded(batch.batch)}`]
  const read = await readBatch(job, batch)
  let tally = emptyTally
  const pace = createPace(sliceStepCountUsual)
  for (const side of sides) {
    const { table, markOf, lineOf } = read[side]
    const recordOf = (row: number) => ({ mark: markOf(row), line: lineOf(row) })
    const { isAnchor, keysOf } = listingSideOf(table, job.policy, { side, position: batch.position })
    const others = isAnchor ? filters.items : filters.anchors
    const rows: number[] = []
    for (let row = 0; row < table.rowCount; row++) {
      if (keysOf(row).some((key) => others.has(key)))
        output.toFolder(`${batch.folder}-${padded(0)}/${side}`, recordOf(row))
      else rows.push(row)
    }
    tally = addTallies(
      tally,
      await computeInSlices(
        routeRecords(routingRunOf(job), { side, table, rows, recordOf, from: batch.position + 1, pace }, output),
      ),
    )
  }
  await output.write(store, task)
  await writeJson(store, `tallies/spread-${task}`, tally)
}
