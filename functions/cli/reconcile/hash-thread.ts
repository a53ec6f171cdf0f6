import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createLineTree } from '@tallystick/engine/merkle'
import type { ResultTree } from '@tallystick/engine/result'
import { sha256 } from '../sha256.ts'

/** The program of a thread that hashes the lines of a result, part by part. */

export interface HashThreadData {
  readonly port: MessagePort
  /** The number of parts that the thread has hashed; it counts one up after it has told the leaves of a part. */
  readonly hashedCount: Int32Array<SharedArrayBuffer>
}

/** What the thread is told: whole lines. It answers with their leaf hashes and the state of the tree after them. */
export interface HashedLines {
  readonly leaves: Uint8Array
  readonly state: ReturnType<ResultTree['state']>
}

const { port, hashedCount }: HashThreadData = workerData
let leaves = new Uint8Array()
const tree = createLineTree(sha256, (hashes) => {
  leaves = hashes.slice()
})

port.on('message', (lines: Uint8Array) => {
  tree.addLines(lines)
  const hashed: HashedLines = { leaves, state: tree.state() }
  port.postMessage(hashed, [leaves.buffer])
  Atomics.add(hashedCount, 0, 1)
  Atomics.notify(hashedCount, 0)
})
parentPort?.postMessage('ready')
