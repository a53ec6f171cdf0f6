import { at } from '@tallystick/engine/base'
import type { DeliveryName, Env } from '../../env.ts'
import { faultOf } from '../../http/fault.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { inScope, openScope } from '../../platform/work-scope.ts'
import { type Database, databaseOf, queries } from '../../store/database.ts'
import { deliveryStore, type TryEnd } from '../../store/delivery-store.ts'
import { webhookStore } from '../../store/webhook-store.ts'
import { type Posted, postEvent } from './post-event.ts'

const minute = 60_000
const hour = 60 * minute

/** The pauses between tries, which come to three days. After the last try the delivery is dead. */
export const pauses = [
  ...[minute, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour, 22 * hour],
] as const

/**
 * A Worker has six connections that wait for an answer at a time, and a try begins with two look-ups. More tries would wait
 * for a connection of others while their own time passes.
 */
const triesAtOnce = 3

/** Longer than a try takes: three seconds for the name, five for the answer, and two trips to the database. */
const tryMilliseconds = minute

/**
 * Tries the deliveries that messages of the queue name, a few at a time. A message whose delivery is not due, gone or taken by
 * another does nothing. A message that fails comes again; what is lost with it, the scheduled handler finds.
 */
export async function deliverMessages(batch: MessageBatch<DeliveryName>, env: Env, isolate: Isolate): Promise<void> {
  const startedAt = isolate.now()
  const scope = openScope(isolate)
  const counts = { delivered: 0, refused: 0, passed: 0, failed: 0 }
  const each = async (message: Message<DeliveryName>) => {
    try {
      counts[await deliver({ db: queries(databaseOf(env, message.body.tenantId)), env, isolate }, message.body)] += 1
      message.ack()
    } catch (error) {
      counts.failed += 1
      isolate.log(JSON.stringify({ queue: 'webhooks', ...faultOf(error) }))
      message.retry()
    }
  }
  await inScope(scope, async () => {
    for (let from = 0; from < batch.messages.length; from += triesAtOnce)
      await Promise.all(batch.messages.slice(from, from + triesAtOnce).map(each))
  })
  isolate.log(
    JSON.stringify({
      ...{ queue: 'webhooks', ...counts, milliseconds: isolate.now() - startedAt, queries: scope.queryCount },
      version: env.CF_VERSION_METADATA?.id,
    }),
  )
}

interface Delivering {
  readonly db: Database
  readonly env: Env
  readonly isolate: Isolate
}

/** Makes one try if the delivery is due. Two trips to the database; the second says how it went. */
async function deliver(
  { db, env, isolate }: Delivering,
  name: DeliveryName,
): Promise<'delivered' | 'refused' | 'passed'> {
  const { tenantId, webhookId, id } = name
  const now = isolate.now()
  const store = deliveryStore(db)
  const [[begun], [webhook], [waiting]] = await db.batch([
    store.begin(name, { now, until: now + tryMilliseconds }),
    webhookStore(db).find(tenantId, webhookId),
    store.waitsForOthers(name),
  ])
  if (begun === undefined || webhook === undefined) {
    // What waits for a test is woken by it; the end of a suspension is noticed within the hour.
    if (waiting !== undefined) await store.putOff([name], { upTo: now + hour, queueAt: now + hour })
    return 'passed'
  }
  const posted = await postEvent(env, webhook, { id, body: begun.payload, now })
  await store.end(name, begun.tries, endOf(posted, begun.tries, isolate.now()))
  return posted.fault === null ? 'delivered' : 'refused'
}

function endOf({ fault, status, answer }: Posted, tries: number, now: number): TryEnd {
  const isLast = tries > pauses.length
  const dueAt = fault === null || isLast ? now : now + at(pauses, tries - 1)
  const state = fault === null ? 'delivered' : isLast ? 'dead' : 'pending'
  return { state, dueAt, queueAt: dueAt, status, answer, fault }
}
