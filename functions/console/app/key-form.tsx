import type { NewKeyRecord, Scope } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { FailureNotice } from './failure-notice.tsx'
import { scopeWords } from './scope-notice.tsx'
import { client, keyScopes } from './session.ts'
import { useAction } from './use-call.ts'

const allScopes = Object.keys(scopeWords) as readonly Scope[]
const usualScopes: readonly Scope[] = ['runs:read', 'datasets:read', 'evidence:read']

/** A key can give a new key only scopes of its own. */
export function KeyForm({ onMade }: { readonly onMade: (key: NewKeyRecord) => void }) {
  const own = keyScopes.value ?? allScopes
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(usualScopes.filter((scope) => own.includes(scope)))
  const [lastDay, setLastDay] = useState('')
  const { isBusy, error, run } = useAction()
  const make = async (): Promise<void> => {
    const expiresAt = lastDay === '' ? null : endOfDay(lastDay)
    onMade(await client().keys.create({ name: name.trim(), scopes, expiresAt }))
  }
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(make)
      }}
    >
      <div class="form-grid">
        <label class="field">
          Name
          <input
            required
            maxLength={200}
            value={name}
            placeholder="Nightly upload"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label class="field">
          Last day, none for a key without an end
          <input type="date" value={lastDay} onInput={({ currentTarget }) => setLastDay(currentTarget.value)} />
        </label>
      </div>
      <ScopeChoice offered={allScopes.filter((scope) => own.includes(scope))} chosen={scopes} onChange={setScopes} />
      <FailureNotice error={error} />
      <p class="actions">
        <button type="submit" disabled={isBusy || name.trim() === '' || scopes.length === 0}>
          {isBusy ? 'Making the key …' : 'Make the key'}
        </button>
      </p>
    </form>
  )
}

interface ScopeChoiceProps {
  readonly offered: readonly Scope[]
  readonly chosen: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
}

function ScopeChoice({ offered, chosen, onChange }: ScopeChoiceProps) {
  return (
    <fieldset class="choices check-list">
      <legend>It may</legend>
      {offered.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(offered.filter((each) => (each === scope ? checked : chosen.includes(each))))
            }
          />
          <span>
            {scopeWords[scope]} <code class="small soft">{scope}</code>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The last moment of a day in this machine's time zone, in UTC: `2026-11-30` → `2026-11-30T22:59:59.999Z` in Paris. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()
