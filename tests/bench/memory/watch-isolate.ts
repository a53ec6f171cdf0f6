import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { InspectedWorker } from './inspected-worker.ts'
import { countedBytes } from './inspector.ts'

/** What an isolate held while it worked. */
export interface Watched<Result> {
  readonly result: Result
  /** The most at any look. */
  readonly bytes: number
  /** The longest that `/health` took beside the work. */
  readonly healthMilliseconds: number
}

type Watch = Pick<InspectedWorker, 'origin' | 'inspector'>

export interface WatchOptions {
  /** Whether each look comes after a collection of all garbage, and so shows what is live. */
  readonly isCollected: boolean
}

/** Does `work`, and meanwhile looks at the heap of the isolate and asks for `/health`, both again and again. */
export async function watchIsolate<Result>(
  worker: Watch,
  { isCollected }: WatchOptions,
  work: () => Promise<Result>,
): Promise<Watched<Result>> {
  let isOver = false
  let bytes = 0
  const asking = askBeside(worker)
  const look = async (): Promise<void> => {
    while (!isOver) {
      bytes = Math.max(bytes, isCollected ? await liveBytes(worker) : countedBytes(await worker.inspector.heapUsage()))
      await sleep(isCollected ? collectedMilliseconds : lookMilliseconds)
    }
  }
  const working = work().finally(() => {
    isOver = true
  })
  const [result] = await Promise.all([working, look()])
  return { result, bytes, healthMilliseconds: await asking() }
}

const lookMilliseconds = 2
/** A collection takes the isolate as long as much of the work. */
const collectedMilliseconds = 200

/** What the isolate holds without its garbage. */
export async function liveBytes(worker: Watch): Promise<number> {
  let isCollected = false
  const collecting = worker.inspector.collectGarbage().then(() => {
    isCollected = true
  })
  // The isolate collects with its next event; one that does nothing else has none.
  while (!isCollected) {
    await askHealth(worker)
    await Promise.race([collecting, sleep(lookMilliseconds)])
  }
  return countedBytes(await worker.inspector.heapUsage())
}

/** Asks for `/health` from now on. Returns what ends that, and says the longest that it took. */
function askBeside({ origin }: Watch): () => Promise<number> {
  const thread = new Worker(new URL('ask-health.ts', import.meta.url), { workerData: origin.href })
  return async () => {
    thread.postMessage('end')
    const [longest]: number[] = await once(thread, 'message')
    return longest ?? 0
  }
}

async function askHealth({ origin }: Watch): Promise<void> {
  await (await fetch(new URL('/api/v1/health', origin))).text()
}
