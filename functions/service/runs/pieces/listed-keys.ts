import { appendNumber, createWordBuffer, hashOfKey, uint32At } from '@tallystick/engine/base'
import { type ListedKey, listingSideOf } from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { type Batch, fileOf, type LargePartition, readBatch } from './large-partition.ts'
import type { PieceJob } from './piece-context.ts'
import { padded } from './piece-names.ts'
import { bytesOfFiles } from './piece-store.ts'

/**
 * The keys of a batch's records under a rule by which texts list records, in files. An entry is four numbers of four
 * bytes: the position of the record in the batch, two hashes of the key, and the bytes of the record's line.
 */

/** Records that may be listed are items; records that list others are anchors. */
const listingPlaces = ['items', 'anchors'] as const
type ListingPlace = (typeof listingPlaces)[number]

const entryByteCount = 16
/** A multiple of the bytes of an entry: each file, and each range that is read at once, holds whole entries. */
const fileByteCount = 4 * 1024 * 1024
/** The seed of a hash that is independent of the hash for places in a table. */
const checkSeed = 0x27d4eb2f

/** `keyCount` counts the keys of items. */
export interface BatchCount {
  readonly recordCount: number
  readonly keyCount: number
}

const folderOf = (partition: LargePartition, place: ListingPlace, batch: number): string =>
  fileOf(partition, `${place}-${padded(batch)}/`)

/** Position of the first record of a side in a batch: the source comes first. */
export const firstOfSide = (read: { readonly source: { readonly rowCount: number } }, side: Side): number =>
  side === 'source' ? 0 : read.source.rowCount

/** Writes the keys of a batch's records. Holds the batch and a file. */
export async function writeListedKeys(job: PieceJob, batch: Batch): Promise<BatchCount> {
  const read = await readBatch(job, batch)
  let keyCount = 0
  for (const side of sides) {
    const { table } = read[side]
    const { isAnchor, keysOf } = listingSideOf(table, job.policy, { side, position: batch.position })
    const folder = folderOf(batch, isAnchor ? 'anchors' : 'items', batch.batch)
    const buffer = createWordBuffer(1024)
    let fileCount = 0
    const write = async (): Promise<void> => {
      job.onHeld?.(read.source.heldByteCount + read.target.heldByteCount + buffer.bytes.length)
      await job.store.write(`${folder}${padded(fileCount)}`, buffer.bytes.slice(0, buffer.end))
      fileCount += 1
      buffer.end = 0
    }
    for (let row = 0; row < table.rowCount; row++)
      for (const key of keysOf(row)) {
        if (!isAnchor) keyCount += 1
        appendNumber(buffer, firstOfSide(read, side) + row)
        appendNumber(buffer, hashOfKey(key))
        appendNumber(buffer, hashOfKey(key, checkSeed))
        appendNumber(buffer, uint32At(table.lineByteCounts, row))
        if (buffer.end === fileByteCount) await write()
      }
    if (buffer.end > 0) await write()
  }
  return { recordCount: read.source.rowCount + read.target.rowCount, keyCount }
}

interface RecordKey extends ListedKey {
  /** Position among the records of the batch, from 0. */
  readonly record: number
  readonly byteCount: number
}

/** Calls `take` for every key of a batch's records in one place. The keys of a record come together. */
export async function eachListedKey(
  { store }: PieceJob,
  { batch, place, ...partition }: Batch & { readonly place: ListingPlace },
  take: (key: RecordKey) => void,
): Promise<void> {
  const names = (await store.list(folderOf(partition, place, batch))).map(({ name }) => name)
  for await (const bytes of bytesOfFiles(store, names)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let start = 0; start < bytes.length; start += entryByteCount)
      take({
        record: view.getUint32(start, true),
        place: view.getUint32(start + 4, true),
        check: view.getUint32(start + 8, true),
        byteCount: view.getUint32(start + 12, true),
      })
  }
}
