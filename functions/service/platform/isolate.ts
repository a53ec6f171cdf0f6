import { type RunLimits, runLimits } from './run-limits.ts'

export interface Isolate {
  /** Milliseconds since the epoch. The only clock of the service. */
  readonly now: () => number
  /** Names this isolate among the others, as in the keys of its rate-limit counters. */
  readonly name: () => string
  /** Takes a line of JSON. */
  readonly log: (line: string) => void
  /** How long a request body may deliver nothing before the request ends with 408. */
  readonly bodyStallMilliseconds: number
  /** How long a request waits for memory that other requests hold before it ends with 503. */
  readonly memoryWaitMilliseconds: number
  /** How long a sealed run waits for others that are about to be sealed, so that one publication of the log has them all. */
  readonly publicationMilliseconds: number
  /** How long a call of D1, R2 or a Workflow is waited for before what needs its answer ends with 503; one of KV, two seconds. */
  readonly storageMilliseconds: number
  /** The most bytes of a dataset's or a result's lines in rows of the database; more goes to R2. */
  readonly smallByteCountMax: number
  /** The most entries of a sorted run of ids, each of 40 bytes. */
  readonly idRunEntryCountMax: number
  readonly runLimits: RunLimits
}

/** How long a call of D1, R2 or a Workflow is waited for, where an isolate says nothing else. */
export const storageMillisecondsMax = 10_000

/** Has the real clock and the console, except for what `options` replaces. */
export function createIsolate(options: Partial<Isolate> = {}): Isolate {
  let name: string | undefined
  return {
    now: Date.now,
    // Made at first use, since workerd refuses randomness outside a request.
    name: () => {
      name ??= crypto.randomUUID().slice(0, 8)
      return name
    },
    log: (line) => console.log(line),
    bodyStallMilliseconds: 10_000,
    memoryWaitMilliseconds: 800,
    publicationMilliseconds: 100,
    storageMilliseconds: storageMillisecondsMax,
    smallByteCountMax: 256 * 1024,
    idRunEntryCountMax: 131_072,
    runLimits,
    ...options,
  }
}

/** State of each isolate, such as a cache, made by `create` at first use. Two apps in one process share nothing. */
export function perIsolate<State>(create: (isolate: Isolate) => State): (isolate: Isolate) => State {
  const states = new WeakMap<Isolate, State>()
  return (isolate) => {
    const known = states.get(isolate)
    if (known !== undefined) return known
    const made = create(isolate)
    states.set(isolate, made)
    return made
  }
}
