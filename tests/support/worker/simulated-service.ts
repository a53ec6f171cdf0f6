import { env as bindings } from 'cloudflare:workers'
import type { LargeRunParameters, ReadingParameters } from '../../../functions/service/env.ts'
import { nextEvent } from '../../../functions/service/platform/slices.ts'
import type { Random } from '../../bench/random.ts'
import { createTestApp, type TestApp } from './client.ts'
import { lockedBucket } from './faulty-bucket.ts'
import { type Bindings, interceptedStores, type Store, storeMessages } from './faulty-stores.ts'
import { memoryQueue } from './memory-queue.ts'
import { memoryWorkflow } from './memory-workflow.ts'

export interface SimulatedIsolate {
  readonly app: TestApp
  readonly isEnded: () => boolean
  readonly end: () => void
  /** Fulfilled when the isolate has ended: what it was asked is never answered then. */
  readonly ended: Promise<void>
}

interface WaitingCall {
  readonly isolate: Pick<SimulatedIsolate, 'isEnded' | 'end'>
  readonly store: Store
  readonly call: () => Promise<unknown>
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
}

/**
 * Isolates of the service over the same stores, whose calls are made one at a time, in an order and with faults that a
 * seed decides, as far as hashes and signatures end in time. The clocks of the isolates differ by up to five seconds, and time goes on by up to two seconds a call.
 */
export function simulatedService(random: Random, faultShare: number) {
  const waiting: WaitingCall[] = []
  const plain = plainStores()
  let elapsed = 0
  let isQuiet = true

  const begin = (): SimulatedIsolate =>
    beginIsolate({
      skew: random.between(-5_000, 5_000),
      elapsed: () => elapsed,
      stores: (life) =>
        interceptedStores(plain, (store, call) => {
          if (life.isEnded()) return new Promise(() => undefined)
          if (isQuiet) return call()
          return new Promise((resolve, reject) => waiting.push({ isolate: life, store, call, resolve, reject }))
        }),
    })
  const isolates: [SimulatedIsolate, ...SimulatedIsolate[]] = [begin(), begin(), begin()]

  /** Makes one of the calls that wait, or lets it fail. */
  const step = async () => {
    const [next] = waiting.splice(random.between(0, waiting.length - 1), 1)
    if (next === undefined || next.isolate.isEnded()) return
    const { isolate, store, call, resolve, reject } = next
    elapsed += random.between(0, 2_000)
    const fault = random.chance(faultShare) ? random.pick(['before', 'after', 'ended'] as const) : undefined
    if (fault === undefined) return call().then(resolve as (answer: unknown) => void, reject)
    if (fault !== 'before') await call().catch(() => undefined)
    if (fault !== 'ended') return reject(new Error(storeMessages[store]))
    isolate.end()
    for (const [index, each] of isolates.entries()) if (each.isEnded()) isolates[index] = begin()
  }

  return {
    /** One of those that are alive. */
    anIsolate: () => random.pick(isolates),
    /** Does `work`, with calls in an order and with faults. */
    async simulate(work: () => Promise<void>): Promise<void> {
      isQuiet = false
      let isDone = false
      const done = work().finally(() => {
        isDone = true
      })
      while (!isDone) {
        // What an answer leads to is asked for before the next call is chosen.
        await nextEvent()
        if (waiting.length > 0) await step()
      }
      isQuiet = true
      // What was begun after an answer went out ends without faults.
      for (const { call, resolve, reject } of waiting.splice(0))
        await call().then(resolve as (answer: unknown) => void, reject)
      await done
    },
    pass: (milliseconds: number) => {
      elapsed += milliseconds
    },
  }
}

const begunAt = Date.now()

/** Stores without faults, whose Workflows do nothing. */
export const plainStores = (): Bindings => ({
  ...{ DB: bindings.DB, KV: bindings.KV, BUCKET: lockedBucket(bindings.BUCKET) },
  RUNS: memoryWorkflow<LargeRunParameters>().binding,
  UPLOADS: memoryWorkflow<ReadingParameters>().binding,
  WEBHOOKS: memoryQueue().binding,
})

interface Beginning {
  readonly skew: number
  readonly elapsed: () => number
  readonly stores: (life: Pick<SimulatedIsolate, 'isEnded' | 'end'>) => Bindings
}

function beginIsolate({ skew, elapsed, stores }: Beginning): SimulatedIsolate {
  const ended = Promise.withResolvers<void>()
  let isEnded = false
  const life = {
    isEnded: () => isEnded,
    end() {
      isEnded = true
      ended.resolve()
    },
  }
  const app = createTestApp({
    now: () => begunAt + elapsed() + skew,
    // A call waits for its turn; which ones are silent is no matter of the clock here.
    storageMilliseconds: 600_000,
    env: stores(life),
  })
  return { app, ended: ended.promise, ...life }
}
