import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Sha256 } from '@tallystick/engine/base'
import { createFrontier, createLeafList } from '@tallystick/engine/merkle'
import type { ResultTree } from '@tallystick/engine/result'
import type { HashedLines, HashThreadData } from './hash-thread.ts'

/** The program's bundle lies beside that of the command line; without bundles both are TypeScript. */
const ownProgram = new URL(import.meta.url.endsWith('.ts') ? 'hash-thread.ts' : 'hash-thread.js', import.meta.url)

/** A thread takes as long to start as it saves on fewer records. */
const recordCountMin = 50_000

/** Whether a thread of its own for the hashes of a result saves time. */
export const isWorthHashing = (recordCount: number): boolean =>
  availableParallelism() > 1 && recordCount >= recordCountMin

/** Parts that wait for the thread at most: their lines take about 16 MB. */
const waitingCountMax = 64
/** A part takes a millisecond, so a thread that is silent for so long has failed. */
const silenceMillisecondsMax = 60_000

/**
 * A tree whose lines are hashed by a thread of its own; undefined where no thread can be started. Waits for the thread
 * where a hash is read. The thread ends when the root is read; nothing may be added afterwards.
 */
export async function hashInThread(sha256: Sha256, program = ownProgram): Promise<ResultTree | undefined> {
  const thread = await startThread(program).catch(() => undefined)
  if (thread === undefined) return undefined
  let lineCount = 0
  /** The lines that were added since the last call of `hash`, as a range of bytes. */
  let [begin, end] = [-1, -1]

  const hashed = (): HashedParts => {
    if (begin >= 0) throw new Error('Lines were added to a tree and not hashed')
    return thread.take(0)
  }
  return {
    add(start, lineEnd) {
      if (begin < 0) begin = start
      end = lineEnd
      lineCount += 1
    },
    hash(bytes) {
      if (begin >= 0) thread.post(bytes.slice(begin, end + 1))
      begin = -1
    },
    size: () => lineCount,
    state: () => hashed().state,
    leafAt: (index) => hashed().leaves.at(index),
    root() {
      const { state } = hashed()
      thread.end()
      return createFrontier(sha256, state).root()
    },
  }
}

interface HashedParts {
  readonly leaves: ReturnType<typeof createLeafList>
  readonly state: HashedLines['state']
}

async function startThread(program: URL) {
  const { port1: port, port2 } = new MessageChannel()
  const hashedCount = new Int32Array(new SharedArrayBuffer(4))
  const data: HashThreadData = { port: port2, hashedCount }
  const thread = new Worker(program, { workerData: data, transferList: [port2] })
  // A thread that cannot start rejects here. Later the caller waits in a way that notices nothing of it.
  await once(thread, 'message')
  // A run that fails ends the process without reading the root.
  thread.unref()
  const leaves = createLeafList()
  let state: HashedLines['state'] = { size: 0, hashes: [] }
  let [partCount, takenCount] = [0, 0]

  /** Waits until at most `waitingMax` parts are not hashed. */
  const take = (waitingMax: number): HashedParts => {
    while (partCount - takenCount > waitingMax) {
      const count = Atomics.load(hashedCount, 0)
      if (count === takenCount && Atomics.wait(hashedCount, 0, count, silenceMillisecondsMax) === 'timed-out')
        throw new Error('The thread that hashes lines does not answer')
      const hashed: { readonly message: HashedLines } | undefined = receiveMessageOnPort(port)
      if (hashed === undefined) continue
      leaves.append(hashed.message.leaves)
      state = hashed.message.state
      takenCount += 1
    }
    return { leaves, state }
  }
  return {
    take,
    post(lines: Uint8Array<ArrayBuffer>): void {
      port.postMessage(lines, [lines.buffer])
      partCount += 1
      take(waitingCountMax)
    },
    end(): void {
      port.close()
      void thread.terminate()
    },
  }
}
