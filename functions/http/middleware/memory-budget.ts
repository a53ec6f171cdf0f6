import type { Context } from 'hono'
import { type Isolate, perIsolate } from '../../platform/isolate.ts'
import type { AppEnv, MemoryShare } from '../app-env.ts'
import { ProblemError } from '../problem.ts'

/** An isolate has 128 MB for its code and all concurrent requests. Beyond that the platform ends all of them. */
const budgetBytes = 96 * 1024 * 1024

/** A body is held as received, as canonical lines, and as chunks that are being stored. */
const copiesOfBody = 4

/** Peak bytes for reading one record into columns, matching it and writing its line. */
const bytesPerRecord = 1_500

/** Reading evidence holds a few chunks, as text and as bytes, and for each record its leaf hash, id and amount. */
const bytesOfChunks = 8 * 1024 * 1024
const bytesPerProvenRecord = 400

const setAside = perIsolate(() => ({ bytes: 0 }))

/** An empty share of the isolate's memory. A request that is alone always has room: its own limits bound what it holds. */
export function openMemoryShare(isolate: Isolate): MemoryShare {
  const all = setAside(isolate)
  let own = 0
  const take = (bytes: number): void => {
    if (all.bytes > own && all.bytes + bytes > budgetBytes) throw new ProblemError('temporarily_overloaded')
    all.bytes += bytes
    own += bytes
  }
  return {
    takeForBody: (byteCount) => take(copiesOfBody * byteCount),
    takeForRecords: (recordCount) => take(bytesPerRecord * recordCount),
    takeForEvidence: (recordCount) => take(bytesOfChunks + bytesPerProvenRecord * recordCount),
    release() {
      all.bytes -= own
      own = 0
    },
  }
}

/** Gives each request its share of the isolate's memory in `memory`, and releases the share after the answer. */
export const memoryBudget = () =>
  async function memoryBudget(c: Context<AppEnv>, next: () => Promise<void>) {
    const memory = openMemoryShare(c.var.isolate)
    c.set('memory', memory)
    try {
      await next()
    } finally {
      memory.release()
    }
  }
