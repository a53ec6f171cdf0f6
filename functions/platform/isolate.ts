/** What one Worker isolate is given from outside: its clock, where its log lines go, and its limits on waiting. */
export interface Isolate {
  /** Milliseconds since the epoch. The only clock of the service: nothing else asks for the time. */
  readonly now: () => number
  /** Names this isolate among its peers, such as in the keys of its rate-limit counters. */
  readonly name: () => string
  /** Takes one line of JSON a request. */
  readonly log: (line: string) => void
  /** How long a request body may deliver nothing before it is given up with 408. */
  readonly bodyStallMilliseconds: number
}

/** An isolate with the real clock and the console, save for what `options` replaces. */
export function createIsolate(options: Partial<Isolate> = {}): Isolate {
  let name: string | undefined
  return {
    now: Date.now,
    // Made at first use: workerd refuses randomness outside a request.
    name: () => {
      name ??= crypto.randomUUID().slice(0, 8)
      return name
    },
    log: (line) => console.log(line),
    bodyStallMilliseconds: 10_000,
    ...options,
  }
}

/**
 * State that lives as long as an isolate, such as a cache: the function that comes back gives each isolate its own,
 * made by `create` when first asked for, so that two apps in one process share nothing.
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
