import type { DeliveryRecord, WebhookRecord } from '@tallystick/client'
import { counted, timeText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { ListPlace } from '../list-place.tsx'
import { client } from '../session.ts'
import { type AskedList, useAction } from '../use-call.ts'
import { Exchange } from './exchange.tsx'
import { deliveryState, eventWords, faultText } from './webhook-words.ts'

interface DeliveriesProps {
  readonly webhook: WebhookRecord
  readonly list: AskedList<DeliveryRecord>
}

/** What the webhook was told in the last 30 days; of what is shown, what was given up stands first. */
export const Deliveries = ({ webhook, list }: DeliveriesProps) => (
  <>
    <div class="title-row">
      <h2>Deliveries of the last 30 days</h2>
      <button type="button" class="quiet" disabled={list.isLoading} onClick={list.reload}>
        Look again
      </button>
    </div>
    <ListPlace
      list={list}
      what="its deliveries"
      emptyTitle="No deliveries"
      empty="Nothing has happened that it is told of."
      show={(items) => (
        <ul class="delivery-list">
          {deadFirst(items).map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} webhook={webhook} onSent={list.reload} />
          ))}
        </ul>
      )}
    />
  </>
)

const deadFirst = (items: readonly DeliveryRecord[]): readonly DeliveryRecord[] =>
  items.toSorted((a, b) => Number(b.state === 'dead') - Number(a.state === 'dead'))

interface DeliveryProps {
  readonly delivery: DeliveryRecord
  readonly webhook: WebhookRecord
  readonly onSent: () => void
}

function Delivery({ delivery, webhook, onSent }: DeliveryProps) {
  const { id, event, createdAt, tries, triedAt, nextTryAt, fault } = delivery
  const { isBusy, error, run } = useAction()
  const { word, look } = deliveryState(delivery)
  const again = async (): Promise<void> => {
    await client().webhooks.resend(webhook.id, id)
    onSent()
  }
  const times = [
    timeText(createdAt),
    counted(tries, 'try', 'tries'),
    ...(triedAt === null ? [] : [`last tried ${timeText(triedAt)}`]),
    ...(nextTryAt === null ? [] : [`next ${timeText(nextTryAt)}`]),
  ]
  return (
    <li class="card">
      <div class="delivery-head">
        <strong title={eventWords[event]}>{event}</strong>
        <span class={`state ${look}`}>{word}</span>
        <button
          type="button"
          class="quiet"
          disabled={isBusy || webhook.testedAt === null}
          onClick={() => void run(again)}
        >
          Send again
        </button>
      </div>
      <p class="small soft">{times.join(' · ')}</p>
      {fault !== null && <p>{faultText(fault)}</p>}
      <Exchange sent={delivery} />
      <FailureNotice error={error} />
    </li>
  )
}
