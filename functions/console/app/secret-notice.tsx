import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface SecretNoticeProps {
  readonly label: string
  readonly secret: string
  /** What it is the secret of, as a sentence. */
  readonly children: ComponentChildren
  readonly onDone: () => void
}

/** A new secret is shown only once. */
export function SecretNotice({ label, secret, children, onDone }: SecretNoticeProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  }
  return (
    <section class="notice app-notice secret-notice" aria-label={label} role="status">
      <p>{children} It is shown this once: copy it to where it belongs now.</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p class="actions">
        <button type="button" onClick={copy}>
          {copied === 'yes' ? 'Copied' : 'Copy'}
        </button>
        <button type="button" class="quiet" onClick={onDone}>
          I have it, hide it
        </button>
        {copied === 'failed' && <span>The browser refused: select it and copy it yourself.</span>}
      </p>
    </section>
  )
}
