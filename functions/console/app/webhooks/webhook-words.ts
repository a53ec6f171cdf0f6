import type { DeliveryRecord, WebhookRecord } from '@tallystick/client'

/** What the page says of webhooks and of what is sent to them. */

export type EventType = WebhookRecord['events'][number]

const words: { readonly [type in EventType]: string } = {
  'run.completed': 'a run is completed',
  'run.failed': 'a run has failed',
  'dataset.sealed': 'a dataset is stored',
  'dataset.refused': 'the file of an upload is refused',
  'period.submitted': 'a period waits for approval',
  'period.closed': 'a period is closed',
  'period.reopened': 'a period is opened again',
  'item.assigned': 'items are given to somebody',
  'item.aged': 'open items have grown old',
  'approval.needed': 'something needs approval',
  'schedule.waited': 'a schedule waits for the files of a side',
}

/** The words for an event; undefined for one of a later version of the service. */
export const eventWords: { readonly [type: string]: string | undefined } = words

const faultWords = new Map([
  ['refused', 'The endpoint refused it.'],
  ['redirected', 'The endpoint answered with a redirect, which is not followed.'],
  ['no_answer', 'The endpoint did not answer within five seconds.'],
  ['not_resolved', 'The name of the endpoint has no address.'],
  ['address_refused', 'The endpoint has an address that is not public, so nothing was sent.'],
])

/** Why a try failed; a reason of a later version of the service by its name. */
export const faultText = (fault: string): string => faultWords.get(fault) ?? `It failed: ${fault}.`

interface StateWords {
  readonly word: string
  /** The class of its mark. */
  readonly look: string
}

/** Whether a webhook works, by its newest deliveries, newest first. */
export function webhookState({ testedAt }: WebhookRecord, deliveries: readonly DeliveryRecord[]): StateWords {
  if (testedAt === null) return { word: 'untested', look: 'warn' }
  const newest = deliveries.find(({ triedAt }) => triedAt !== null)
  return newest === undefined || newest.fault === null
    ? { word: 'tested', look: 'good' }
    : { word: 'failing', look: 'bad' }
}

export function deliveryState({ state, fault }: DeliveryRecord): StateWords {
  if (state === 'delivered') return { word: 'delivered', look: 'good' }
  if (state === 'dead') return { word: 'dead', look: 'bad' }
  return fault === null ? { word: 'waits', look: '' } : { word: 'failed, is tried again', look: 'warn' }
}
