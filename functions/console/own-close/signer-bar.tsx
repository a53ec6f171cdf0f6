import { useEffect, useState } from 'preact/hooks'
import { FailureNotice } from '../app/failure-notice.tsx'
import { useAction } from '../app/use-call.ts'
import { loadKeys, makeKey, ownKeys, signingKey, signWith } from './own-key.ts'
import './own-close.css'

/** Whose key signs what is done, and how somebody gets one. */
export function SignerBar() {
  useEffect(() => void loadKeys(), [])
  const keys = ownKeys.value
  if (keys === undefined) return null
  const key = signingKey.value
  return (
    <section class="card signer-bar" aria-label="Who signs">
      {key !== undefined && (
        <>
          <label class="field inline">
            You sign as
            <select value={key.publicKey} onChange={({ currentTarget }) => signWith(currentTarget.value)}>
              {keys.map(({ publicKey, name }) => (
                <option key={publicKey} value={publicKey}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <code class="small soft of-file">{key.publicKey}</code>
        </>
      )}
      <details class="unfolds" open={key === undefined}>
        <summary>{key === undefined ? 'Make your key' : 'Another key'}</summary>
        <KeyForm />
      </details>
    </section>
  )
}

function KeyForm() {
  const [name, setName] = useState('')
  const { isBusy, error, run } = useAction()
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        void run(async () => {
          await makeKey(name.trim())
          setName('')
        })
      }}
    >
      <label class="field">
        Your name
        <input required maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="submit" class="quiet" disabled={isBusy}>
        Make the key
      </button>
      <span class="small soft">
        It stays in this browser, and no script can read it. One key submits a month; another one, which decided
        nothing, approves it.
      </span>
      <FailureNotice error={error} />
    </form>
  )
}
