import {
  type DatasetChunk,
  type EntryWindow,
  entryWordCount,
  findRepeats,
  type IdSuffixes,
  sortEntries,
} from '@tallystick/engine/intake'
import { isSilent } from './answer-in-time.ts'
import { bucketOf } from './bucket.ts'
import { bucketAnswer, readRange } from './bucket-calls.ts'
import type { LineAccess } from './line-access.ts'
import { type FolderName, folderStore } from './line-folders.ts'
import { removeFolders } from './remove-folders.ts'

/** Sorted runs of the ids of one dataset, in a folder of their own, for as long as the dataset is read. */
export interface IdRuns {
  /** Takes the ids of the next chunks. Stores each full run. */
  add(chunks: readonly DatasetChunk[]): Promise<void>
  /** Merges the runs, after which they are of no use. */
  findRepeats(): Promise<IdSuffixes>
  /** Removes the stored runs. Never rejects: the sweep removes leftovers. */
  remove(): Promise<void>
}

interface IdRunsOptions extends LineAccess, FolderName {
  readonly tenantId: string
  readonly now: () => number
  readonly entryCountMax: number
}

const entryByteCount = 4 * entryWordCount

/** Bytes of the windows on all runs together. As many again are read ahead. */
const windowByteCountMax = 12_000_000

/** Holds one run and its sorted copy: at most 92 bytes for each of `entryCountMax` entries. */
export function openIdRuns({ db, env, tenantId, folder, owner, now, entryCountMax }: IdRunsOptions): IdRuns {
  const folders = folderStore(db)
  const bucket = bucketOf(env)
  const wordCountMax = entryWordCount * entryCountMax
  const stored: StoredRun[] = []
  let held = new Uint32Array(0)
  let heldLength = 0
  /** Whether an object may still appear, of whose storing nothing was heard. */
  let mayAppear = false

  const store = async () => {
    const key = `${folder}runs/${stored.length}`
    if (stored.length === 0) await folders.begin(tenantId, { folder, owner }, now())
    const run = sortEntries(held.subarray(0, heldLength))
    await bucketAnswer(() => bucket.put(key, run)).catch((error: unknown) => {
      mayAppear ||= isSilent(error)
      throw error
    })
    stored.push({ key, byteCount: run.byteLength })
    heldLength = 0
  }
  return {
    async add(chunks) {
      for (const { idEntries: entries } of chunks) {
        for (let start = 0; start < entries.length; ) {
          if (heldLength === wordCountMax) await store()
          const taken = entries.subarray(start, start + wordCountMax - heldLength)
          held = withRoom(held, heldLength + taken.length, wordCountMax)
          held.set(taken, heldLength)
          heldLength += taken.length
          start += taken.length
        }
      }
    },
    async findRepeats() {
      const last = sortEntries(held.subarray(0, heldLength))
      held = new Uint32Array(0)
      heldLength = 0
      return merge(bucket, stored, last)
    },
    async remove() {
      // A folder that is not given up is removed when its writer counts as dead, with what has appeared by then.
      if (stored.length === 0 || mayAppear) return
      await folders.giveUpFolder(tenantId, folder).catch(() => undefined)
      await removeFolders({ db, env }, { tenantId, owner, now: now() }).catch(() => undefined)
    },
  }
}

function withRoom(held: Uint32Array<ArrayBuffer>, length: number, lengthMax: number): Uint32Array<ArrayBuffer> {
  if (length <= held.length) return held
  const roomy = Math.min(lengthMax, Math.max(length, 2 * held.length))
  return new Uint32Array(held.buffer.transfer(4 * roomy))
}

interface StoredRun {
  readonly key: string
  readonly byteCount: number
}

async function merge(bucket: R2Bucket, stored: readonly StoredRun[], last: Uint32Array): Promise<IdSuffixes> {
  const entryCount = Math.max(1, Math.floor(windowByteCountMax / entryByteCount / stored.length))
  const refills = new Map<EntryWindow, () => Promise<Uint32Array>>()
  const inMemory = [last].values()
  refills.set({ words: empty }, async () => inMemory.next().value ?? empty)
  for (const run of stored) refills.set({ words: empty }, readAhead(bucket, run, entryCount * entryByteCount))
  const merging = findRepeats([...refills.keys()])
  for (let step = merging.next(); ; step = merging.next()) {
    if (step.done) return step.value
    step.value.words = (await refills.get(step.value)?.()) ?? empty
  }
}

const empty = new Uint32Array(0)

/** Returns a function that gives the next window on a run, and begins to read the one behind it. */
function readAhead(bucket: R2Bucket, { key, byteCount }: StoredRun, windowByteCount: number) {
  let offset = 0
  const read = async (): Promise<Uint32Array> => {
    const length = Math.min(windowByteCount, byteCount - offset)
    const range = { key, offset, length }
    offset += length
    const bytes = await readRange(bucket, range)
    if (bytes.length < length) throw new Error(`The run ${key} of ids is shorter than it was stored`)
    return new Uint32Array(bytes.slice().buffer)
  }
  let next: Promise<Uint32Array> | undefined
  return async () => {
    const words = await (next ?? read())
    next = read()
    // If this read fails, the next call throws.
    next.catch(() => undefined)
    return words
  }
}
