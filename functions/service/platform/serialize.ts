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
    if (earlier !== undefined) await waitFor(earlier)
    return await work()
  } finally {
    done.resolve()
    if (lastWork.get(name) === done.promise) lastWork.delete(name)
  }
}

async function waitFor(earlier: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, waitMillisecondsMax)
  await Promise.race([earlier, timeout.promise])
  clearTimeout(timer)
}
