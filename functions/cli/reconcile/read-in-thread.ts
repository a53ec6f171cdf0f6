import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type OnRead, type SideRequest, type SideResult, withTable } from './read-side.ts'
import type { ThreadMessage } from './side-thread.ts'

/** The program's bundle lies beside that of the command line; without bundles both are TypeScript. */
const program = new URL(import.meta.url.endsWith('.ts') ? 'side-thread.ts' : 'side-thread.js', import.meta.url)

/** About 200,000 records. A thread takes as long to warm up as it saves on smaller files. */
const byteCountMin = 16 * 2 ** 20

/** Whether a thread of its own for one of two files saves time: the smaller one decides. */
export const isWorthThread = (byteCounts: readonly number[]): boolean =>
  availableParallelism() > 1 && Math.min(...byteCounts) >= byteCountMin

/** `readSide` in a thread of its own, beside what the caller does meanwhile. */
export async function readInThread(request: SideRequest, onRead: OnRead): Promise<SideResult> {
  const thread = new Worker(program, { workerData: request })
  let read: SideResult | undefined
  thread.on('message', (message: ThreadMessage) => {
    if ('byteCount' in message) onRead(message.byteCount)
    else read = withTable(message.result)
  })
  await once(thread, 'exit')
  if (read === undefined) throw new Error(`The thread that reads ${request.path} ended without a result`)
  return read
}
