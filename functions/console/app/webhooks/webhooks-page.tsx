import type { NewWebhookRecord, WebhookRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { TableHead } from '../../parts/table-head.tsx'
import { ListPlace } from '../list-place.tsx'
import { SecretNotice } from '../secret-notice.tsx'
import { client } from '../session.ts'
import { useCall, useList } from '../use-call.ts'
import { type ReconciliationNames, useReconciliationNames } from './use-reconciliation-names.ts'
import { WebhookForm, type WebhookTerms } from './webhook-form.tsx'
import { webhookState } from './webhook-words.ts'

export function WebhooksPage() {
  const list = useList('webhooks', (signal) => client().webhooks.list({}, { signal }))
  const names = useReconciliationNames()
  const [made, setMade] = useState<NewWebhookRecord | undefined>()
  const [isForm, setForm] = useState(false)
  const make = async (terms: WebhookTerms): Promise<void> => {
    setMade(await client().webhooks.create(terms))
    setForm(false)
    list.reload()
  }
  return (
    <>
      <div class="title-row">
        <h1>Webhooks</h1>
        <button type="button" class={isForm ? 'quiet' : undefined} onClick={() => setForm(!isForm)}>
          {isForm ? 'Cancel' : 'New webhook'}
        </button>
      </div>
      {isForm && <WebhookForm names={names} label="Make the webhook" onSubmit={make} />}
      {made !== undefined && (
        <SecretNotice label="The new secret" secret={made.secret} onDone={() => setMade(undefined)}>
          The secret that signs what is sent to <strong class="of-file">{made.url}</strong>.
        </SecretNotice>
      )}
      <ListPlace
        list={list}
        what="your webhooks"
        emptyTitle="No webhooks"
        empty="A webhook tells a program of yours when a run ends, a file arrives or a period waits for approval."
        show={(webhooks) => <WebhookTable webhooks={webhooks} names={names} />}
      />
    </>
  )
}

interface WebhookTableProps {
  readonly webhooks: readonly WebhookRecord[]
  readonly names: ReconciliationNames
}

const WebhookTable = ({ webhooks, names }: WebhookTableProps) => (
  <div class="table-frame">
    <table class="stacked">
      <TableHead titles={['Address', 'Events', 'Of', 'State']} />
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td data-label="Address">
              <a class="of-file" href={`/app/webhooks/${webhook.id}`}>
                {webhook.url}
              </a>
            </td>
            <td data-label="Events" class="small">
              {webhook.events.join(', ')}
            </td>
            <td data-label="Of" class="of-file">
              {scopeText(webhook, names)}
            </td>
            <td data-label="State">
              <WebhookMark webhook={webhook} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Enough deliveries that one of them has been tried. */
const lookedAtCount = 20

function WebhookMark({ webhook }: { readonly webhook: WebhookRecord }) {
  const { value, error } = useCall(`newest of ${webhook.id} ${webhook.testedAt}`, async (signal) => {
    if (webhook.testedAt === null) return []
    const page = await client().webhooks.deliveries(webhook.id, { limit: lookedAtCount }, { signal }).pages().next()
    return page.done === true ? [] : page.value.items
  })
  if (value === undefined) return error === undefined ? null : <span class="state">not known</span>
  const { word, look } = webhookState(webhook, value)
  return <span class={`state ${look}`}>{word}</span>
}

/** Whose events a webhook is told. */
export const scopeText = ({ reconciliationId }: WebhookRecord, names: ReconciliationNames): string =>
  reconciliationId === null ? 'everything' : (names.get(reconciliationId) ?? reconciliationId)
