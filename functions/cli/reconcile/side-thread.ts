import { parentPort, workerData } from 'node:worker_threads'
import { readSideColumns, type SideColumnsResult, type SideRequest } from './read-side.ts'

/** The program of a thread that reads one side. Its table's columns are in shared memory. */

/** What the thread tells: bytes that it has read, and last the side. */
export type ThreadMessage = { readonly byteCount: number } | { readonly result: SideColumnsResult }

const port = parentPort
if (port === null) throw new Error('side-thread.ts is the program of a thread')
const request: SideRequest = workerData
const tell = (message: ThreadMessage): void => port.postMessage(message)

tell({ result: await readSideColumns(request, (byteCount) => tell({ byteCount })) })
