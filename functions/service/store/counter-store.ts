import type { Env } from '../env.ts'
import { inTime } from './answer-in-time.ts'
import { requiredOf } from './required.ts'

/** The hourly counters in KV: a key for each tenant, hour and isolate (`shard`), with the count in its metadata. */
export function counterStore(env: Env) {
  const prefixOf = (tenantId: string, hour: number) => `rate:1:${tenantId}:${hour}:`
  return {
    async write(tenantId: string, { hour, shard, count }: CounterShard): Promise<void> {
      const entry = { metadata: { count }, expirationTtl: 2 * 3600 }
      await inTime('KV', env.KV.put(`${prefixOf(tenantId, hour)}${shard}`, '', entry))
    },

    /** The sum over all isolates but `shard`. */
    async sumOfOthers(tenantId: string, { hour, shard }: Omit<CounterShard, 'count'>): Promise<number> {
      const prefix = prefixOf(tenantId, hour)
      let sum = 0
      let cursor: string | undefined
      do {
        const options = { prefix, ...(cursor === undefined ? {} : { cursor }) }
        const page = await inTime('KV', env.KV.list<{ count: number }>(options))
        for (const { name, metadata } of page.keys) if (name !== `${prefix}${shard}`) sum += metadata?.count ?? 0
        cursor = page.list_complete ? undefined : page.cursor
      } while (cursor !== undefined)
      return sum
    },
  }
}

interface CounterShard {
  readonly hour: number
  readonly shard: string
  readonly count: number
}

/** Reads a key that need not exist. Rejects when KV does not answer. */
export async function probeCounters(env: Env): Promise<void> {
  await inTime('KV', requiredOf(env, 'KV').get('ready'))
}
