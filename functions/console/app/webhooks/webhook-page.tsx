import type { WebhookRecord, WebhookTest } from '@tallystick/client'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { timeText } from '../../parts/plain-words.ts'
import { ConfirmButton } from '../confirm-button.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { SecretNotice } from '../secret-notice.tsx'
import { client } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'
import { Deliveries, useDeliveries } from './deliveries.tsx'
import { Exchange } from './exchange.tsx'
import { useReconciliationNames } from './use-reconciliation-names.ts'
import { WebhookForm, type WebhookTerms } from './webhook-form.tsx'
import { faultText, webhookState } from './webhook-words.ts'
import { scopeText } from './webhooks-page.tsx'

export function WebhookPage({ id }: { readonly id: string }) {
  const { value, error, reload } = useCall(`webhook ${id}`, (signal) => client().webhooks.get(id, { signal }))
  return (
    <>
      <p class="back">
        <a href="/app/webhooks">Webhooks</a>
      </p>
      {value === undefined && <h1>Webhook</h1>}
      {value === undefined && error === undefined && <p aria-busy="true">Asking for the webhook …</p>}
      {value !== undefined && <Webhook webhook={value} onChanged={reload} />}
      <FailureNotice error={error} onRetry={reload} />
    </>
  )
}

interface WebhookProps {
  readonly webhook: WebhookRecord
  readonly onChanged: () => void
}

function Webhook({ webhook, onChanged }: WebhookProps) {
  const { id, url } = webhook
  const names = useReconciliationNames()
  const [isForm, setForm] = useState(false)
  const change = async (terms: WebhookTerms): Promise<void> => {
    await client().webhooks.update(id, terms)
    setForm(false)
    onChanged()
  }
  const deliveries = useDeliveries(id)
  const { word, look } = webhookState(webhook, deliveries.all.items)
  return (
    <>
      <h1 class="of-file webhook-url">{url}</h1>
      <dl class="app-figures">
        <Figure name="State">
          <span class={`state ${look}`}>{word}</span>
        </Figure>
        <Figure name="Last test taken">{webhook.testedAt === null ? 'never' : timeText(webhook.testedAt)}</Figure>
        <Figure name="Events of">{scopeText(webhook, names)}</Figure>
        <Figure name="Events">{webhook.events.join(', ')}</Figure>
      </dl>
      {webhook.testedAt === null && <p>It is told of nothing before it has taken a test.</p>}
      <WebhookActs webhook={webhook} onTested={onChanged}>
        <button type="button" class="quiet" onClick={() => setForm(!isForm)}>
          {isForm ? 'Leave it as it is' : 'Change'}
        </button>
      </WebhookActs>
      {isForm && <WebhookForm names={names} label="Keep the change" before={webhook} onSubmit={change} />}
      <Deliveries webhook={webhook} {...deliveries} />
    </>
  )
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd class="of-file">{children}</dd>
  </div>
)

interface WebhookActsProps {
  readonly webhook: WebhookRecord
  readonly onTested: () => void
  readonly children: ComponentChildren
}

/** Tests the webhook, gives it another secret, and removes it. */
function WebhookActs({ webhook: { id, url }, onTested, children }: WebhookActsProps) {
  const { route } = useLocation()
  const { isBusy, error, run } = useAction()
  const [tested, setTested] = useState<WebhookTest | undefined>()
  const [rotated, setRotated] = useState<{ readonly secret: string; readonly previousExpiresAt: string } | undefined>()
  const test = async (): Promise<void> => {
    setTested(undefined)
    setTested(await client().webhooks.test(id))
    onTested()
  }
  const remove = async (): Promise<void> => {
    await client().webhooks.remove(id)
    route('/app/webhooks')
  }
  return (
    <>
      <p class="actions">
        <button type="button" disabled={isBusy} onClick={() => void run(test)}>
          Send a test
        </button>
        {children}
        <ConfirmButton
          label="Rotate the secret"
          question="A new secret is made. What is sent is signed by the one before as well for one day, in which the receiver has to change."
          confirm="Rotate it"
          isBusy={isBusy}
          onConfirm={() => run(async () => setRotated(await client().webhooks.rotateSecret(id)))}
        />
        <ConfirmButton
          label="Remove"
          question={`Nothing is sent to ${url} any more, and its deliveries are removed with it.`}
          confirm="Remove it"
          isDangerous
          isBusy={isBusy}
          onConfirm={() => run(remove)}
        />
      </p>
      <FailureNotice error={error} />
      {rotated !== undefined && (
        <SecretNotice label="The new secret" secret={rotated.secret} onDone={() => setRotated(undefined)}>
          The new secret. The one before signs as well until {timeText(rotated.previousExpiresAt)}.
        </SecretNotice>
      )}
      {tested !== undefined && <TestNotice test={tested} />}
    </>
  )
}

const TestNotice = ({ test }: { readonly test: WebhookTest }) => (
  <section
    class={`notice app-notice ${test.isDelivered ? 'arrived' : 'fault'}`}
    aria-label="The test"
    role={test.isDelivered ? 'status' : 'alert'}
  >
    <p class="notice-title">{test.isDelivered ? 'The test arrived' : 'The test failed'}</p>
    <p>
      {test.fault === null
        ? 'The endpoint is told of events from now on.'
        : `${faultText(test.fault)} Mend the receiver, then test again.`}
    </p>
    <Exchange sent={test} />
  </section>
)
