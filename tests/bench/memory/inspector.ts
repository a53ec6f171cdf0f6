import { once } from 'node:events'

/** The inspector of one isolate of workerd (Chrome DevTools Protocol). */
export interface Inspector {
  heapUsage(): Promise<HeapUsage>
  /** Asks for a collection of all garbage, which the isolate does with its next event. */
  collectGarbage(): Promise<void>
  close(): void
}

/** Bytes, as `Runtime.getHeapUsage` names them. */
export interface HeapUsage {
  /** Objects, texts and code in the heap of JavaScript. */
  readonly usedSize: number
  /** Objects of the platform that JavaScript holds on to. */
  readonly embedderHeapUsedSize: number
  /** What array buffers and memories of WebAssembly have outside of the heap. */
  readonly backingStorageSize: number
}

/** All that the 128 MB of an isolate are for: its heap, what the platform keeps for it, and its buffers. */
export const countedBytes = (usage: HeapUsage): number =>
  usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Connects to the isolate named `target` at the workerd whose inspector listens on `port`. */
export async function connectInspector(port: number, target: string): Promise<Inspector> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${target}`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    const { id = 0 } = answer
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let count = 0
  const ask = async (method: string): Promise<unknown> => {
    count += 1
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(count, resolve)
    socket.send(JSON.stringify({ id: count, method }))
    const { result, error } = await promise
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  return {
    heapUsage: async () => heapUsageOf(await ask('Runtime.getHeapUsage')),
    collectGarbage: async () => void (await ask('HeapProfiler.collectGarbage')),
    close: () => socket.close(),
  }
}

function heapUsageOf(result: unknown): HeapUsage {
  const sizes = new Map<string, unknown>(Object.entries(result ?? {}))
  const size = (name: keyof HeapUsage): number => {
    const found = sizes.get(name)
    if (typeof found !== 'number') throw new Error(`The inspector gives no ${name}`)
    return found
  }
  return {
    usedSize: size('usedSize'),
    embedderHeapUsedSize: size('embedderHeapUsedSize'),
    backingStorageSize: size('backingStorageSize'),
  }
}
