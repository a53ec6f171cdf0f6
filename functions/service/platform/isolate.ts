import { type RunLimits, runLimits } from './run-limits.ts'

/** What one Worker isolate depends on from outside: its clock, its log, and how long it waits for a client. */
export interface Isolate {
  /** Milliseconds since the epoch. The only clock of the service: nothing else asks for the time. */
  readonly now: () => number
  /** Names this isolate among the others, as in the keys of its rate-limit counters. */
  readonly name: () => string
  /** Takes one line of JSON a request. */
  readonly log: (line: string) => void
  /** How long a request body may deliver nothing before the request ends with 408. */
  readonly bodyStallMilliseconds: number
  /** How long a request waits for memory that other requests have set aside before it ends with 503. */
  readonly memoryWaitMilliseconds: number
  /** Lines of so many bytes are stored in rows of the database, and those of a larger dataset in R2. */
  readonly smallDatasetByteCountMax: number
  /** What a request executes itself, and the pieces of larger runs. */
  readonly runLimits: RunLimits
}

/** An isolate with the real clock and the console, except for what `options` replaces. */
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
    memoryWaitMilliseconds: 25_000,
    smallDatasetByteCountMax: 4 * 1024 * 1024,
    runLimits,
    ...options,
  }
}

/**
 * Gives each isolate a state of its own, such as a cache, which lives as long as the isolate. The function that comes
 * back calls `create` the first time it is asked for an isolate's state. Two apps in one process share nothing.
 */
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
