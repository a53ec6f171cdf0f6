import { once } from 'node:events'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Sha256 } from '@tallystick/engine/base'
import { createFrontier } from '@tallystick/engine/merkle'
import type { ResultTree } from '@tallystick/engine/result'
import { type OnRead, type SideRequest, type SideResult, withTable } from './read-side.ts'
import type { LineAnswers, LineRequest, MatchesRequest, ThreadData, ThreadMessage } from './thread-program.ts'

/** The program's bundle lies beside that of the command line; without bundles both are TypeScript. */
const ownProgram = new URL(import.meta.url.endsWith('.ts') ? 'thread-program.ts' : 'thread-program.js', import.meta.url)

/** A thread takes as long to start as it saves on fewer bytes: about 50,000 records. */
const byteCountMin = 4 * 2 ** 20
/** A thread takes as long to warm up as it saves on a smaller file: about 200,000 records. */
const byteCountOfFileMin = 16 * 2 ** 20

/** Whether a second thread saves time on files of these sizes: by the lines of their result. */
export const isWorthThread = (byteCounts: readonly number[]): boolean =>
  byteCounts.reduce((sum, count) => sum + count, 0) >= byteCountMin

/** Whether the thread saves time by reading one of the files, too: the smaller one decides. */
export const isWorthReading = (byteCounts: readonly number[]): boolean => Math.min(...byteCounts) >= byteCountOfFileMin

/** Parts that wait for the thread at most: their lines take about 16 MB. */
const waitingCountMax = 64
/** The thread gives a sign every few milliseconds, so one that is silent for so long has failed. */
const silenceMillisecondsMax = 60_000

export interface SecondThread {
  /** `readSide` in the thread, beside what the caller does meanwhile. */
  readSide(request: SideRequest, onRead: OnRead): Promise<SideResult>
  /** A tree whose lines are hashed by the thread. Nothing may be added after `root`. */
  readonly tree: Omit<ResultTree, 'addMatches'>
  /** Has the thread write and hash the lines of matches. Returns a function that waits for the end. */
  writeMatches(request: MatchesRequest, lineCount: number): () => LineAnswers['matches']
  end(): void
}

/** Starts a thread that reads a side, and then has the lines of a result; undefined where none can be started. */
export async function startSecondThread(sha256: Sha256, program = ownProgram): Promise<SecondThread | undefined> {
  const thread = await startThread(program).catch(() => undefined)
  if (thread === undefined) return undefined
  let lineCount = 0
  /** The lines that were added since the last call of `hash`, as a range of bytes. */
  let [begin, end] = [-1, -1]
  const state = (): LineAnswers['state'] => {
    if (begin >= 0) throw new Error('Lines were added to a tree and not hashed')
    thread.post('state')
    return thread.answer()
  }
  return {
    readSide: thread.readSide,
    tree: {
      add(start, lineEnd) {
        if (begin < 0) begin = start
        end = lineEnd
        lineCount += 1
      },
      hash(bytes) {
        if (begin < 0) return
        const lines = bytes.slice(begin, end + 1)
        thread.post(lines, [lines.buffer])
        begin = -1
      },
      size: () => lineCount,
      state,
      root: () => createFrontier(sha256, state()).root(),
    },
    writeMatches(request, count) {
      lineCount += count
      thread.post(request)
      return thread.answer
    },
    end: thread.end,
  }
}

async function startThread(program: URL) {
  const { port1: port, port2 } = new MessageChannel()
  const counter = () => new Int32Array(new SharedArrayBuffer(4))
  const data: ThreadData = { port: port2, doneCount: counter(), sign: counter() }
  const { doneCount, sign } = data
  const thread = new Worker(program, { workerData: data, transferList: [port2] })
  // A thread that cannot start rejects here. Later the caller waits in a way that notices nothing of it.
  await once(thread, 'message')
  // A run that fails ends the process without reading the root.
  thread.unref()
  let requestCount = 0

  /** Waits until at most `waitingMax` requests are not done. */
  const wait = (waitingMax: number): void => {
    while (true) {
      const seen = Atomics.load(sign, 0)
      if (requestCount - Atomics.load(doneCount, 0) <= waitingMax) return
      if (Atomics.wait(sign, 0, seen, silenceMillisecondsMax) === 'timed-out')
        throw new Error('The second thread does not answer')
    }
  }
  return {
    readSide: (request: SideRequest, onRead: OnRead) => readInThread(thread, request, onRead),
    post(request: LineRequest, transferred: ArrayBuffer[] = []): void {
      port.postMessage(request, transferred)
      requestCount += 1
      wait(waitingCountMax)
    },
    /** The first answer that was not read yet. Waits until all requests are done. */
    answer() {
      wait(0)
      return receiveMessageOnPort(port)?.message
    },
    end(): void {
      port.close()
      void thread.terminate()
    },
  }
}

async function readInThread(thread: Worker, request: SideRequest, onRead: OnRead): Promise<SideResult> {
  const read = Promise.withResolvers<SideResult>()
  const take = (message: ThreadMessage): void => {
    if ('byteCount' in message) onRead(message.byteCount)
    else read.resolve(withTable(message.result))
  }
  thread.on('message', take).on('error', read.reject)
  // The process may wait for nothing else.
  thread.ref()
  try {
    thread.postMessage(request)
    return await read.promise
  } finally {
    thread.off('message', take).off('error', read.reject)
    thread.unref()
  }
}
