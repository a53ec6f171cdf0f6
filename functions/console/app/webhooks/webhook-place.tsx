import { ScopeNotice } from '../scope-notice.tsx'
import { mayDo } from '../session.ts'
import { WebhookPage } from './webhook-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'
import './webhooks.css'

/** The list of webhooks, or one of them. */
export function WebhookPlace({ id }: { readonly id: string | undefined }) {
  if (!mayDo('webhooks:manage'))
    return (
      <>
        <h1>Webhooks</h1>
        <ScopeNotice scopes={['webhooks:manage']} />
      </>
    )
  return id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={id} />
}
