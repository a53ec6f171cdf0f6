import type { DeliveryName, Env } from '../../../functions/service/env.ts'
import type { Isolate } from '../../../functions/service/platform/isolate.ts'
import { deliverMessages } from '../../../functions/service/tenants/webhooks/deliver.ts'

export interface MemoryQueue {
  readonly binding: Env['WEBHOOKS']
  /** The messages that wait, in order. */
  readonly waiting: DeliveryName[]
}

/** A queue that keeps its messages until a test hands them over: the platform's would deliver them meanwhile. */
export function memoryQueue(): MemoryQueue {
  const waiting: DeliveryName[] = []
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: new Date(0) } }
  const binding: Env['WEBHOOKS'] = {
    async send(name) {
      waiting.push(name)
      return { metadata }
    },
    async sendBatch(messages) {
      for (const { body } of messages) waiting.push(body)
      return { metadata }
    },
    metrics: async () => metadata.metrics,
  }
  return { binding, waiting }
}

/** Hands messages to the Worker as the platform does. Returns those that it wants again. */
export async function handOver(
  { env, isolate }: { readonly env: Env; readonly isolate: Isolate },
  names: readonly DeliveryName[],
): Promise<readonly DeliveryName[]> {
  const again: DeliveryName[] = []
  const messages = names.map((body, index) => ({
    ...{ id: String(index), timestamp: new Date(), body, attempts: 1 },
    ack: () => undefined,
    retry: () => void again.push(body),
  }))
  const all = { ackAll: () => undefined, retryAll: () => undefined }
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0, oldestMessageTimestamp: new Date(0) } }
  await deliverMessages({ messages, queue: 'webhooks', metadata, ...all }, env, isolate)
  return again
}
