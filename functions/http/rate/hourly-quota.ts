import type { Context } from 'hono'
import { perIsolate } from '../../platform/isolate.ts'
import { counterStore } from '../../store/counter-store.ts'
import type { AppEnv } from '../app-env.ts'

/**
 * The hourly quota as a grow-only counter (CRDT) over KV: this isolate counts its own requests and writes the sum
 * at most once in 10 seconds; the sums of the others are listed when a tenant is first seen and every 30 seconds
 * after. Both happen off the path, so a KV that fails or lags only makes the count lower, never a request fail.
 */
export interface HourlyQuota {
  /** Counts one request of `tenantId` and returns how many of the current hour are known of, this one included. */
  readonly add: (c: Context<AppEnv>, tenantId: string) => number
  /** Seconds until the next hour begins, at least 1. */
  readonly resetSeconds: () => number
}

const hourMilliseconds = 3_600_000
const writeEveryMilliseconds = 10_000
const listEveryMilliseconds = 30_000
const tenantCountMax = 10_000

interface TenantCount {
  readonly hour: number
  /** The name of this count's shard in KV. */
  readonly shard: string
  own: number
  others: number
  writtenAt: number
  listedAt: number
}

export const hourlyQuota = perIsolate((isolate): HourlyQuota => {
  const counts = new Map<string, TenantCount>()

  // A count that was forgotten cannot go on under its old name: its shard would shrink.
  let forgottenCount = 0

  const countOf = (tenantId: string, hour: number): TenantCount => {
    const known = counts.get(tenantId)
    if (known?.hour === hour) return known
    const oldest = counts.keys().next()
    const isFull = known === undefined && counts.size >= tenantCountMax
    if (isFull && !oldest.done) counts.delete(oldest.value)
    if (isFull || (known !== undefined && known.hour > hour)) forgottenCount += 1
    const shard = forgottenCount === 0 ? isolate.name() : `${isolate.name()}-${forgottenCount}`
    const fresh = { hour, shard, own: 0, others: 0, writtenAt: -Infinity, listedAt: -Infinity }
    counts.delete(tenantId)
    counts.set(tenantId, fresh)
    return fresh
  }

  const write = async (c: Context<AppEnv>, tenantId: string, count: TenantCount) => {
    count.writtenAt = isolate.now()
    await counterStore(c.env).write(tenantId, { hour: count.hour, shard: count.shard, count: count.own })
  }

  const list = async (c: Context<AppEnv>, tenantId: string, count: TenantCount) => {
    count.listedAt = isolate.now()
    const sum = await counterStore(c.env).sumOfOthers(tenantId, count)
    // A list may show an older state than the one before it; counts only grow.
    count.others = Math.max(count.others, sum)
  }

  return {
    add(c, tenantId) {
      const now = isolate.now()
      const count = countOf(tenantId, Math.floor(now / hourMilliseconds))
      count.own += 1
      const offPath = (work: Promise<void>) => c.executionCtx.waitUntil(work.catch(() => undefined))
      if (now - count.writtenAt >= writeEveryMilliseconds) offPath(write(c, tenantId, count))
      if (now - count.listedAt >= listEveryMilliseconds) offPath(list(c, tenantId, count))
      return count.own + count.others
    },
    resetSeconds: () => Math.max(1, Math.ceil((hourMilliseconds - (isolate.now() % hourMilliseconds)) / 1000)),
  }
})
