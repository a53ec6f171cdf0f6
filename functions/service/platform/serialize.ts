import { type Isolate, perIsolate } from './isolate.ts'

/** Longer than any seal takes. Then the next work starts anyway, which the log's compare-and-set keeps safe. */
const waitMillisecondsMax = 5_000

const lastWorkByName = perIsolate(() => new Map<string, Promise<void>>())

/** Does `work` after earlier work of the same name in this isolate. Not a lock: it waits for at most five seconds. */
export async function serialize<Result>(isolate: Isolate, name: string, work: () => Promise<Result>): Promise<Result> {
  const lastWork = lastWorkByName(isolate)
  const earlier = lastWork.get(name)
  const done = Promise.withResolvers<void>()
  lastWork.set(name, done.promise)
  try {
    if (earlier !== undefined) await waitFor(earlier, waitMillisecondsMax)
    return await work()
  } finally {
    done.resolve()
    if (lastWork.get(name) === done.promise) lastWork.delete(name)
  }
}

/** Waits until all work of this name that has begun or waits by now has ended, or for so many milliseconds. */
export async function waitForOthers(isolate: Isolate, name: string, milliseconds: number): Promise<void> {
  const last = lastWorkByName(isolate).get(name)
  if (last !== undefined) await waitFor(last, milliseconds)
}

async function waitFor(earlier: Promise<void>, milliseconds: number): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, milliseconds)
  await Promise.race([earlier, timeout.promise])
  clearTimeout(timer)
}
