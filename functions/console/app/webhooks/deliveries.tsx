import type { DeliveryRecord, WebhookRecord } from '@tallystick/client'
import { useLocation } from 'preact-iso'
import { counted, timeText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { ListPlace } from '../list-place.tsx'
import { client } from '../session.ts'
import { type AskedList, useAction, useList } from '../use-call.ts'
import { Exchange } from './exchange.tsx'
import { deliveryState, eventWords, faultText } from './webhook-words.ts'

interface Told {
  readonly all: AskedList<DeliveryRecord>
  readonly dead: AskedList<DeliveryRecord>
}

/** What the webhook was told in the last 30 days, and what of it was given up. */
export function useDeliveries(id: string): Told {
  const all = useList(`deliveries ${id}`, (signal) => client().webhooks.deliveries(id, {}, { signal }))
  const dead = useList(`dead ${id}`, (signal) => client().webhooks.deliveries(id, { state: 'dead' }, { signal }))
  return { all, dead }
}

/** The deliveries of a webhook, all or those given up, as the address says. */
export function Deliveries({ webhook, all, dead }: Told & { readonly webhook: WebhookRecord }) {
  const { query, path, route } = useLocation()
  const isDead = query['state'] === 'dead'
  const list = isDead ? dead : all
  const reload = (): void => {
    all.reload()
    dead.reload()
  }
  return (
    <>
      <div class="title-row">
        <h2>Deliveries of the last 30 days</h2>
        <button type="button" class="quiet" disabled={list.isLoading} onClick={reload}>
          Look again
        </button>
      </div>
      <label class="field inline">
        Show
        <select
          value={isDead ? 'dead' : ''}
          onChange={({ currentTarget: { value } }) => route(value === '' ? path : `${path}?state=dead`, true)}
        >
          <option value="">all deliveries</option>
          <option value="dead">those given up</option>
        </select>
      </label>
      <ListPlace
        list={list}
        what="its deliveries"
        emptyTitle={isDead ? 'Nothing was given up' : 'No deliveries'}
        empty={isDead ? 'Each delivery arrived, or is tried again.' : 'Nothing has happened that it is told of.'}
        show={(items) => (
          <ul class="delivery-list">
            {items.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} webhook={webhook} onSent={reload} />
            ))}
          </ul>
        )}
      />
    </>
  )
}

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
