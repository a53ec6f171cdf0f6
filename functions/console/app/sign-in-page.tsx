import { useState } from 'preact/hooks'
import { FailureNotice } from './failure-notice.tsx'
import { goToSignIn, signIn, signOutReason } from './session.ts'
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
          Your datasets, runs and periods on this service, with the same screens as for two files of your own. As a
          member of a workspace you sign in with your own account; an administrator invites you.
        </p>
        <FailureNotice error={reason} />
        <p class="actions">
          <button type="button" onClick={goToSignIn}>
            Sign in with your account
          </button>
        </p>
        <form
          class="card form"
          autocomplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            void run(() => signIn(key.trim()))
          }}
        >
          <label class="field">
            Or with an API key
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
            <button type="submit" class="quiet" disabled={isBusy || key.trim() === ''}>
              {isBusy ? 'Checking the key …' : 'Sign in with the key'}
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
