import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { FailureNotice } from '../app/failure-notice.tsx'
import { useAction } from '../app/use-call.ts'
import { faultText } from '../parts/plain-words.ts'
import { keysFault, loadKeys, makeKey, ownKeys, signingKey, signWith, takeKey } from './own-key.ts'
import { PassphraseField } from './passphrase-field.tsx'
import './own-close.css'

/** Whose key signs what is done, and how somebody gets one. */
export function SignerBar() {
  useEffect(() => void loadKeys(), [])
  const keys = ownKeys.value
  if (keysFault.value !== undefined)
    return (
      <p class="notice fault" role="alert">
        This browser keeps no keys here, so that nobody can sign: {faultText(keysFault.value)}
      </p>
    )
  if (keys === undefined) return null
  const key = signingKey.value
  return (
    <section class="card signer-bar" aria-label="Who signs">
      {keys.length > 0 && (
        <label class="field inline">
          You sign as
          <select value={key?.publicKey ?? ''} onChange={({ currentTarget }) => signWith(currentTarget.value)}>
            {key === undefined && <option value="">Who are you?</option>}
            {keys.map(({ publicKey, name }) => (
              <option key={publicKey} value={publicKey}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {key !== undefined && <code class="small soft of-file">{key.publicKey}</code>}
      <OtherKeys isFirst={keys.length === 0} />
      <Persistence />
    </section>
  )
}

function OtherKeys({ isFirst }: { readonly isFirst: boolean }) {
  // Stays open after the first key, so that nobody loses the place at which they were.
  const [wasFirst] = useState(isFirst)
  return (
    <details class="unfolds" open={wasFirst}>
      <summary>{isFirst ? 'Make your key' : 'Another key'}</summary>
      <KeyForm />
      <CopyForm />
    </details>
  )
}

/** Says where the browser has not promised to keep what it has. */
function Persistence() {
  const [isPersisted, setPersisted] = useState(true)
  useEffect(() => void navigator.storage.persisted().then(setPersisted), [])
  if (isPersisted) return null
  return (
    <p class="small soft">
      This browser may clear what it keeps when it runs out of room: save the pack of the period when you are done.
    </p>
  )
}

function KeyForm() {
  const [name, setName] = useState('')
  return (
    <PassphraseForm
      label="Make the key"
      work={async (passphrase) => {
        await makeKey(name.trim(), passphrase)
        setName('')
      }}
      note="It stays in this browser, and no script can read it: only now can a copy be saved, under a passphrase. One key submits a month; another one, which decided nothing, approves it."
    >
      <label class="field">
        Your name
        <input
          required
          pattern=".*\S.*"
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
    </PassphraseForm>
  )
}

/** For whoever comes with the copy of a key. */
function CopyForm() {
  const file = useRef<HTMLInputElement>(null)
  return (
    <PassphraseForm
      label="Take the key"
      isOfCopy
      work={async (passphrase) => {
        const copy = file.current?.files?.[0]
        if (copy !== undefined) await takeKey(copy, passphrase)
      }}
    >
      <label class="field">
        Or a copy of your key
        <input ref={file} type="file" accept=".pem" required />
      </label>
    </PassphraseForm>
  )
}

interface PassphraseFormProps {
  readonly label: string
  readonly isOfCopy?: boolean
  readonly work: (passphrase: string) => Promise<void>
  readonly note?: string
  /** The field before the passphrase. */
  readonly children: ComponentChildren
}

function PassphraseForm({ label, isOfCopy = false, work, note, children }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState('')
  const { isBusy, error, run } = useAction()
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        void run(async () => {
          await work(passphrase)
          setPassphrase('')
        })
      }}
    >
      {children}
      <PassphraseField value={passphrase} onInput={setPassphrase} isOfCopy={isOfCopy} />
      <button type="submit" class="quiet" disabled={isBusy}>
        {label}
      </button>
      {note !== undefined && <span class="small soft">{note}</span>}
      <FailureNotice error={error} />
    </form>
  )
}
