import { learningRowCountMax } from '@tallystick/engine/propose'
import type { Context } from 'hono'
import { type Isolate, perIsolate } from '../../platform/isolate.ts'
import { currentScope } from '../../platform/work-scope.ts'
import type { AppEnv, PeriodSize, RequestMemory } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import { bodyEndOf } from '../stream.ts'

/** An isolate has 128 MB for its code and all concurrent requests. Beyond that the platform ends all of them. */
const budgetBytes = 96 * 1024 * 1024

/** A body is held as received, as canonical lines, and as chunks that are being stored. */
const copiesOfBody = 4

/** For a body that is stored while it is read: a fixed amount, and an amount for each byte. */
const bytesOfStream = 24 * 1024 * 1024
const heldOfStreamedByte = 0.25

const bytesToStream = (byteCount: number): number =>
  Math.min(copiesOfBody * byteCount, bytesOfStream + heldOfStreamedByte * byteCount)

/** Peak for reading a record into columns, matching it and writing its line. */
const bytesPerRecord = 1_500

/** Peak for a record from which rules are learned: its keys under the views of a dozen fields, and their relations. */
const bytesPerLearnedRecord = 8_000

/**
 * The most memory for learning rules and for matching: leaves room for the bodies of waiting requests. Few files have so
 * many fields that learning needs more, and matching the records of the largest period holds less.
 */
const computingBytesMax = 88 * 1024 * 1024

const bytesToLearn = (recordCount: number): number =>
  bytesPerRecord * recordCount + bytesPerLearnedRecord * Math.min(recordCount, 2 * learningRowCountMax)

/**
 * Reading evidence holds a few chunks, as text and as bytes. A check of all records also holds an id and a hash of
 * each.
 */
const bytesOfChunks = 8 * 1024 * 1024
const bytesPerProvenRecord = 36

/** A period is read in chunks. It holds the ids of its records meanwhile, and what is open or decided as items. */
const bytesPerReadRecord = 50
const bytesPerItem = 1_500

const bytesOfPeriod = ({ recordCount, byteCount, itemCount }: PeriodSize): number =>
  Math.min(bytesOfChunks, copiesOfBody * byteCount) + bytesPerReadRecord * recordCount + bytesPerItem * itemCount

/** Columns of the members by which a person knows a record, and an index of the ids. */
const bytesPerKeptRecord = 400

/** A request for at most this many bytes may overtake waiting requests. */
const smallBytesMax = 6 * 1024 * 1024

const lookMilliseconds = 20

/** About what a large run takes. */
const turnMilliseconds = 1_000
const turnCountMax = 10

interface SetAside {
  bytes: number
  /** The waiting requests, apart from those for few bytes, in the order of their arrival. */
  waiting: readonly Waiting[]
  /** When the last refused client was told to come back, in milliseconds since the epoch. */
  turnAt: number
}

interface Waiting {
  /**
   * When the request last looked for room, by the isolate's clock. The platform ends a request whose client is gone, so
   * that this time grows old.
   */
  lookedAt: number
}

const setAside = perIsolate((): SetAside => ({ bytes: 0, waiting: [], turnAt: 0 }))

/** The empty reservation of a request. A request that is alone always has room: its own limits bound it. */
export function openRequestMemory(isolate: Isolate): RequestMemory {
  const all = setAside(isolate)
  let own = 0
  let kept = 0
  let streamed = 0
  const hasRoom = (bytes: number): boolean => all.bytes <= own || all.bytes + bytes <= budgetBytes
  const take = async (bytes: number): Promise<void> => {
    if (bytes > smallBytesMax) await waitInTurn(isolate, () => hasRoom(bytes))
    else await waitUntil(isolate, () => hasRoom(bytes))
    add(bytes)
  }
  const add = (bytes: number): void => {
    all.bytes += bytes
    own += bytes
  }
  return {
    takeForBody: (byteCount) => take(copiesOfBody * byteCount),
    takeForStream(byteCount) {
      const before = bytesToStream(streamed)
      streamed += byteCount
      return take(bytesToStream(streamed) - before)
    },
    takeAtOnce(byteCount) {
      if (!hasRoom(copiesOfBody * byteCount)) throw overloaded(isolate)
      add(copiesOfBody * byteCount)
    },
    takeForRecords: (recordCount) => take(Math.min(bytesPerRecord * recordCount, computingBytesMax)),
    takeForPeriod: (size) => take(bytesOfPeriod(size)),
    takeForLearning: (recordCount) => take(Math.min(computingBytesMax, bytesToLearn(recordCount))),
    takeForEvidence: (recordCount) => take(bytesOfChunks + bytesPerProvenRecord * recordCount),
    keepForBody({ recordCount = 0, itemCount = 0 }) {
      kept = bytesPerKeptRecord * recordCount + bytesPerItem * itemCount
    },
    release(bodyEnd) {
      add((bodyEnd === undefined ? 0 : Math.min(own, kept)) - own)
      void bodyEnd?.then(() => add(-own))
    },
  }
}

/** For work without a request, which gives back at its end what it has taken. */
export async function withMemory<Result>(
  isolate: Isolate,
  work: (memory: RequestMemory) => Promise<Result>,
): Promise<Result> {
  const memory = openRequestMemory(isolate)
  try {
    return await work(memory)
  } finally {
    memory.release()
  }
}

/** Waits until there is room and this request is the first that waits. Throws like `waitUntil`. */
async function waitInTurn(isolate: Isolate, hasRoom: () => boolean): Promise<void> {
  const all = setAside(isolate)
  if (hasRoom() && all.waiting.length === 0) return
  const own: Waiting = { lookedAt: isolate.now() }
  try {
    await waitUntil(isolate, () => {
      own.lookedAt = isolate.now()
      all.waiting = all.waiting.filter(({ lookedAt }) => own.lookedAt - lookedAt < goneMilliseconds)
      // While another request computed for long, this one may have been dropped from the queue as gone.
      if (!all.waiting.includes(own)) all.waiting = [...all.waiting, own]
      return hasRoom() && all.waiting[0] === own
    })
  } finally {
    all.waiting = all.waiting.filter((each) => each !== own)
  }
}

/** Longer than any request computes before others have their turn. */
const goneMilliseconds = 5_000

/**
 * Waits until `isReady`, by polling: requests of an isolate must not await each other's promises for ever, since a
 * client that goes away takes its request with it. Throws `temporarily_overloaded` after the isolate's longest wait.
 */
async function waitUntil(isolate: Isolate, isReady: () => boolean): Promise<void> {
  if (isReady()) return
  const { now, memoryWaitMilliseconds } = isolate
  const until = now() + memoryWaitMilliseconds
  while (!isReady()) {
    if (now() >= until) throw overloaded(isolate)
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
  }
}

/** Each refused client is told to come back a turn later than the one before, so that they do not all come at once. */
function overloaded(isolate: Isolate): ProblemError {
  const all = setAside(isolate)
  const now = isolate.now()
  all.turnAt = Math.min(Math.max(all.turnAt, now) + turnMilliseconds, now + turnCountMax * turnMilliseconds)
  const seconds = Math.ceil((all.turnAt - now) / 1000)
  return new ProblemError('temporarily_overloaded', { headers: { 'Retry-After': String(seconds) } })
}

/** Releases the memory after the answer; the memory of a streamed body when the body has ended. */
export const memoryBudget = () =>
  async function memoryBudget(c: Context<AppEnv>, next: () => Promise<void>) {
    const memory = openRequestMemory(c.var.isolate)
    c.set('memory', memory)
    const released = Promise.withResolvers<void>()
    // Without this, the platform would end a request whose client is gone before the request releases its memory.
    c.executionCtx.waitUntil(released.promise)
    try {
      await next()
    } finally {
      memory.release(bodyEndOf(c, currentScope()))
      released.resolve()
    }
  }
