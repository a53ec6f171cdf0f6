import { useState } from 'preact/hooks'
import { FailureNotice } from './failure-notice.tsx'
import { signIn, signOutReason } from './session.ts'
import { useAction } from './use-call.ts'

export function SignInPage() {
  const [key, setKey] = useState('')
  const { isBusy, error, run } = useAction()
  const reason = error ?? signOutReason.value
  return (
    <div class="sign-in">
      <section>
        <h1>Sign in to your workspace</h1>
        <p>
          Your datasets and runs on this service, with the same screens as for two files of your own. You need an API
          key; whoever runs this service gives you the first.
        </p>
        <FailureNotice error={reason} />
        <form
          class="card form"
          autocomplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            void run(() => signIn(key.trim()))
          }}
        >
          <label class="field">
            API key
            <input
              type="password"
              name="api-key"
              autocomplete="off"
              spellcheck={false}
              required
              value={key}
              placeholder="tsk_…"
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          </label>
          <p class="small soft">
            The key is kept for this tab only, and is gone when you close the tab or sign out. It is sent to this
            service and to nobody else.
          </p>
          <p class="actions">
            <button type="submit" disabled={isBusy || key.trim() === ''}>
              {isBusy ? 'Checking the key …' : 'Sign in'}
            </button>
            <a class="button quiet" href="/">
              Work without an account
            </a>
          </p>
        </form>
      </section>
    </div>
  )
}
