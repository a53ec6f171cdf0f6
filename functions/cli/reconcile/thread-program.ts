import { writeSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createLineTree } from '@tallystick/engine/merkle'
import { type MatchesAside, type ResultTree, writeMatchesAside } from '@tallystick/engine/result'
import { sha256 } from '../sha256.ts'
import type { SideColumnsResult, SideRequest } from './read-side.ts'

/** The program of the second thread: it reads a side, hashes the lines of a result, and writes those of its matches. */

export interface ThreadData {
  readonly port: MessagePort
  /** How many requests are done. */
  readonly doneCount: Int32Array<SharedArrayBuffer>
  /** A number that changes as the thread goes on. */
  readonly sign: Int32Array<SharedArrayBuffer>
}

/** What the thread tells as it reads a side: bytes that it has read, and last the side, with its columns in shared memory. */
export type ThreadMessage = { readonly byteCount: number } | { readonly result: SideColumnsResult }

/** What the thread is asked: to hash whole lines, to write the lines of matches, or for the state of the tree. */
export type LineRequest = Uint8Array<ArrayBuffer> | MatchesRequest | 'state'

export interface MatchesRequest {
  readonly matches: MatchesAside
  /** The descriptor of the file for the lines. */
  readonly file: number | undefined
}

/** The answers to requests, in their order. Hashed lines have no answer. */
export interface LineAnswers {
  readonly state: ReturnType<ResultTree['state']>
  readonly matches: {
    readonly confidence: ReturnType<typeof writeMatchesAside>
    /** Why the file could not be written. */
    readonly error: { readonly code: string; readonly message: string; readonly syscall: string } | undefined
  }
}

const { port, doneCount, sign }: ThreadData = workerData
const tree = createLineTree(sha256)

function giveSign(): void {
  Atomics.add(sign, 0, 1)
  Atomics.notify(sign, 0)
}

function writeMatches({ matches, file }: MatchesRequest): LineAnswers['matches'] {
  let error: LineAnswers['matches']['error']
  const take = (lines: Uint8Array): void => {
    try {
      if (file !== undefined && error === undefined)
        for (let start = 0; start < lines.length; ) start += writeSync(file, lines, start)
    } catch (caught) {
      const { code, message, syscall }: NodeJS.ErrnoException = caught instanceof Error ? caught : new Error()
      if (code === undefined || syscall === undefined) throw caught
      error = { code, message, syscall }
    }
    giveSign()
  }
  return { confidence: writeMatchesAside(matches, { sha256, tree, take }), error }
}

port.on('message', (request: LineRequest) => {
  if (request === 'state') port.postMessage(tree.state())
  else if (request instanceof Uint8Array) tree.addLines(request)
  else port.postMessage(writeMatches(request))
  Atomics.add(doneCount, 0, 1)
  giveSign()
})

const parent = parentPort
if (parent === null) throw new Error('thread-program.ts is the program of a thread')
const tell = (message: ThreadMessage): void => parent.postMessage(message)
parent.on('message', async (request: SideRequest) => {
  // For most files the thread only writes lines, and does not load what reads all formats.
  const { readSideColumns } = await import('./read-side.ts')
  tell({ result: await readSideColumns(request, (byteCount) => tell({ byteCount })) })
})
parent.postMessage('ready')
