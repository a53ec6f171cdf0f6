import { parentPort, workerData } from 'node:worker_threads'
import { buffersOf } from '@tallystick/engine/record'
import { readSideColumns, type SideColumnsResult, type SideRequest } from './read-side.ts'

/** The program of a thread that reads one side. Its table's columns are handed over without a copy. */

/** What the thread tells: bytes that it has read, and last the side. */
export type ThreadMessage = { readonly byteCount: number } | { readonly result: SideColumnsResult }

const port = parentPort
if (port === null) throw new Error('side-thread.ts is the program of a thread')
const request: SideRequest = workerData
const tell = (message: ThreadMessage, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers)

const result = await readSideColumns(request, (byteCount) => tell({ byteCount }))
tell({ result }, result.ok ? transferable(buffersOf(result.side.tableColumns)) : [])

function transferable(buffers: readonly ArrayBufferLike[]): ArrayBuffer[] {
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer)
}
