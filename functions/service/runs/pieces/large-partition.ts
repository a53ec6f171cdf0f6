import { at } from '@tallystick/engine/base'
import type { PieceSide } from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import { filesOfSide, type PieceJob, readSide } from './piece-context.ts'
import { readJson, writeJson } from './piece-store.ts'

/** A partition of a rule that does not fit a task. */
export interface LargePartition {
  readonly position: number
  /** The folder of its files, `open/…/…`. */
  readonly folder: string
}

export interface Batch extends LargePartition {
  readonly batch: number
}

export const fileOf = ({ folder }: LargePartition, what: string): string => `split/${folder}/${what}`

/** Puts the files of a partition into batches that fit a task. Returns the number of batches. */
export async function listBatches({ store, sizes }: PieceJob, partition: LargePartition): Promise<number> {
  const batches: string[][] = []
  let held = Number.POSITIVE_INFINITY
  for (const { name, byteCount } of await store.list(`${partition.folder}/`)) {
    if (held + byteCount > sizes.pieceByteCountMax) {
      batches.push([])
      held = 0
    }
    at(batches, batches.length - 1).push(name)
    held += byteCount
  }
  await writeJson(store, fileOf(partition, 'batches'), batches)
  return batches.length
}

export async function readBatch(job: PieceJob, batch: Batch): Promise<{ readonly [side in Side]: PieceSide }> {
  const files = at(await readJson<readonly (readonly string[])[]>(job.store, fileOf(batch, 'batches')), batch.batch)
  return {
    source: await readSide(job, filesOfSide(files, 'source')),
    target: await readSide(job, filesOfSide(files, 'target')),
  }
}
