import { type Isolate, perIsolate } from '../platform/isolate.ts'

/** Longer than any seal takes; whoever waits longer goes on, since the database arbitrates in any case. */
const waitMillisecondsMax = 5_000

const lastTurns = perIsolate(() => new Map<string, Promise<void>>())

/**
 * Does `work` once every earlier `work` of the same name in this isolate is done, so that those who would contend for
 * one row queue here instead. Not a lock: a turn that is never given back is waited for no longer than a few seconds.
 */
export async function serialize<Result>(isolate: Isolate, name: string, work: () => Promise<Result>): Promise<Result> {
  const turns = lastTurns(isolate)
  const before = turns.get(name)
  const turn = Promise.withResolvers<void>()
  turns.set(name, turn.promise)
  try {
    if (before !== undefined) await waitFor(before)
    return await work()
  } finally {
    turn.resolve()
    if (turns.get(name) === turn.promise) turns.delete(name)
  }
}

async function waitFor(before: Promise<void>): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, waitMillisecondsMax)
  await Promise.race([before, patience.promise])
  clearTimeout(timer)
}
