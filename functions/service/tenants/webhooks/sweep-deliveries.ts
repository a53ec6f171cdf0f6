import type { Env } from '../../env.ts'
import type { Isolate } from '../../platform/isolate.ts'
import type { Database } from '../../store/database.ts'
import { putOnQueue } from '../../store/delivery-queue.ts'
import { deliveryStore } from '../../store/delivery-store.ts'

/** Limits of one call. */
const queuedCountMax = 1_000
const removedCountMax = 500

/** When a delivery that was put on the queue goes there again unless it was tried. */
const againMilliseconds = 10 * 60_000

const keptMilliseconds = 30 * 86_400_000

interface Sweeping {
  readonly db: Database
  readonly env: Env
  readonly isolate: Isolate
}

/** Puts what is due on the queue, also what an act could not put there, and removes deliveries after 30 days. */
export async function sweepDeliveries({ db, env, isolate }: Sweeping): Promise<void> {
  const now = isolate.now()
  const store = deliveryStore(db)
  const due = await store.toQueue(now, queuedCountMax)
  if (due.length > 0) {
    await putOnQueue(env, due)
    // A try that the queue has begun meanwhile has said when the next one is.
    await store.putOff(due, { upTo: now, queueAt: now + againMilliseconds })
  }
  await store.removeOld(now - keptMilliseconds, removedCountMax)
}
