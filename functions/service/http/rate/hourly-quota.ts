import type { Context } from 'hono'
import { perIsolate } from '../../platform/isolate.ts'
import { counterStore } from '../../store/counter-store.ts'
import type { AppEnv } from '../app-env.ts'

/**
 * The hourly quota as a grow-only counter (CRDT) over KV. Each isolate counts its own requests and writes its sum at
 * most every 10 seconds. It lists the sums of the others at a tenant's first request and every 30 seconds after. Both
 * happen after the answer, so that a KV that fails or lags lowers the count but fails no request.
 */
interface HourlyQuota {
  /** Counts requests. Returns the known count of this hour, with these requests. */
  readonly add: (c: Context<AppEnv>, tenantId: string, requestCount?: number) => number
  /** Until the next hour begins, at least 1. */
  readonly resetSeconds: () => number
}

const hourMilliseconds = 3_600_000
const writeEveryMilliseconds = 10_000
const listEveryMilliseconds = 30_000
const tenantCountMax = 10_000

interface TenantCount {
  readonly hour: number
  readonly shard: string
  own: number
  others: number
  writtenAt: number
  listedAt: number
}

export const hourlyQuota = perIsolate((isolate): HourlyQuota => {
  const counts = new Map<string, TenantCount>()

  // A tenant whose count was forgotten gets a new shard: under its old name the stored count would shrink.
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
    // KV may list an older state than before, but counts only grow.
    count.others = Math.max(count.others, sum)
  }

  return {
    add(c, tenantId, requestCount = 1) {
      const now = isolate.now()
      const count = countOf(tenantId, Math.floor(now / hourMilliseconds))
      count.own += requestCount
      const doLater = (work: Promise<void>) => c.executionCtx.waitUntil(work.catch(() => undefined))
      if (now - count.writtenAt >= writeEveryMilliseconds) doLater(write(c, tenantId, count))
      if (now - count.listedAt >= listEveryMilliseconds) doLater(list(c, tenantId, count))
      return count.own + count.others
    },
    resetSeconds: () => Math.max(1, Math.ceil((hourMilliseconds - (isolate.now() % hourMilliseconds)) / 1000)),
  }
})
