import type { DeliveryName, Env } from '../env.ts'
import { inTime } from './answer-in-time.ts'
import { requiredOf } from './required.ts'

/** The most messages that the platform takes at once. */
const messageCountMax = 100

/** Throws `NotConfiguredError` without a queue. */
export function requireQueue(env: Pick<Env, 'WEBHOOKS'>): void {
  requiredOf(env, 'WEBHOOKS')
}

/** Puts the names of deliveries on the queue. Rejects where the queue does not take all of them in time. */
export async function putOnQueue(env: Pick<Env, 'WEBHOOKS'>, names: readonly DeliveryName[]): Promise<void> {
  for (let first = 0; first < names.length; first += messageCountMax) {
    const messages = names.slice(first, first + messageCountMax).map((body) => ({ body }))
    await inTime('Queues', requiredOf(env, 'WEBHOOKS').sendBatch(messages))
  }
}

/** The same of deliveries that were just stored. Never rejects: the scheduled handler puts there what is not. */
export const putNewOnQueue = (env: Pick<Env, 'WEBHOOKS'>, names: readonly DeliveryName[]): Promise<void> =>
  putOnQueue(env, names).catch(() => undefined)
