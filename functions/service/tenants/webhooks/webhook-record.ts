import { nullableTimestampOf, timestampOf } from '@tallystick/audit/base/timestamp'
import { textsIn } from '@tallystick/schema/json-columns'
import { type DeliveryRecord, eventTypes, storedState, type WebhookRecord } from '@tallystick/schema/webhook'
import type { DeliveryRow } from '../../store/delivery-store.ts'
import type { WebhookRow } from '../../store/webhook-store.ts'
import type { Posted } from './post-event.ts'

/** An event of a newer version of the Worker is left out. */
export function webhookRecordOf(row: WebhookRow): WebhookRecord {
  const wanted = textsIn(row.events) ?? []
  return {
    id: row.id,
    url: row.url,
    events: eventTypes.filter((type) => wanted.includes(type)),
    reconciliationId: row.reconciliationId,
    testedAt: nullableTimestampOf(row.testedAt),
    createdAt: timestampOf(row.createdAt),
    createdBy: row.createdBy,
  }
}

/** An event or fault of a newer version of the Worker has its name. */
export const deliveryRecordOf = (row: DeliveryRow): DeliveryRecord => ({
  id: row.id,
  event: row.event,
  state: storedState.parse(row.state),
  body: row.payload,
  answer: answerOf(row),
  fault: row.fault,
  tries: row.tries,
  createdAt: timestampOf(row.createdAt),
  triedAt: nullableTimestampOf(row.triedAt),
  nextTryAt: row.state === 'pending' ? timestampOf(row.dueAt) : null,
})

export const answerOf = ({ status, answer }: Pick<Posted, 'status' | 'answer'>): DeliveryRecord['answer'] =>
  status === null ? null : { status, body: answer ?? '' }
