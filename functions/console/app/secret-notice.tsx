import type { NewKeyRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'

interface SecretNoticeProps {
  readonly made: NewKeyRecord
  readonly onDone: () => void
}

/** The secret of a new key is shown only once. */
export function SecretNotice({ made: { name, secret }, onDone }: SecretNoticeProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  }
  return (
    <section class="notice app-notice secret-notice" aria-label="The new key" role="status">
      <p>
        The key <strong class="of-file">{name}</strong>. It is shown this once: copy it to where it belongs now.
      </p>
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
        {copied === 'failed' && <span>The browser refused: select the key and copy it yourself.</span>}
      </p>
    </section>
  )
}
