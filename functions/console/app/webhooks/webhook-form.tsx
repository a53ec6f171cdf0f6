import type { WebhookRecord } from '@tallystick/client'
import { useId, useState } from 'preact/hooks'
import { FailureNotice } from '../failure-notice.tsx'
import { failureText } from '../failure-text.ts'
import { useAction } from '../use-call.ts'
import type { ReconciliationNames } from './use-reconciliation-names.ts'
import { type EventType, eventWords } from './webhook-words.ts'

export type WebhookTerms = Pick<WebhookRecord, 'url' | 'events' | 'reconciliationId'>

const allEvents = Object.keys(eventWords) as readonly EventType[]

interface WebhookFormProps {
  readonly names: ReconciliationNames
  readonly label: string
  /** What the webhook has before it is changed. */
  readonly before?: WebhookTerms
  readonly onSubmit: (terms: WebhookTerms) => Promise<void>
}

/** Says where events are sent, and which. */
export function WebhookForm({ names, label, before, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState(before?.url ?? '')
  const [events, setEvents] = useState<readonly EventType[]>(before?.events ?? ['run.completed', 'run.failed'])
  const [reconciliationId, setReconciliation] = useState(before?.reconciliationId ?? null)
  const { isBusy, error, run } = useAction()
  const faults = error === undefined ? [] : failureText(error).faults
  const faultAt = (pointer: string) => faults.find(({ place }) => place === pointer)?.detail
  const isShownBeside = faults.length > 0 && faults.every(({ place }) => besideFields.includes(place))
  return (
    <form
      class="card form webhook-form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onSubmit({ url: url.trim(), events: [...events], reconciliationId }))
      }}
    >
      <div class="form-grid">
        <UrlField value={url} fault={faultAt('/url')} onInput={setUrl} />
        <ScopeField names={names} value={reconciliationId} onChange={setReconciliation} />
      </div>
      <EventChoice chosen={events} onChange={setEvents} />
      {!isShownBeside && <FailureNotice error={error} />}
      <p class="actions">
        <button type="submit" disabled={isBusy || url.trim() === '' || events.length === 0}>
          {isBusy ? 'Keeping it …' : label}
        </button>
      </p>
    </form>
  )
}

const besideFields: readonly string[] = ['/url']

interface UrlFieldProps {
  readonly value: string
  readonly fault: string | undefined
  readonly onInput: (url: string) => void
}

function UrlField({ value, fault, onInput }: UrlFieldProps) {
  const id = useId()
  return (
    <label class="field">
      Address, https with a public name
      <input
        required
        maxLength={2000}
        inputMode="url"
        spellcheck={false}
        value={value}
        placeholder="https://hooks.example.com/tallystick"
        aria-invalid={fault !== undefined}
        {...(fault !== undefined && { 'aria-describedby': id })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {fault !== undefined && (
        <span id={id} class="small fault-text" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}

interface ScopeFieldProps {
  readonly names: ReconciliationNames
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** A reconciliation that whoever is signed in may not see is offered by its id, so that a change can keep it. */
function ScopeField({ names, value, onChange }: ScopeFieldProps) {
  const offered = new Map(value === null ? names : [[value, value], ...names])
  return (
    <label class="field">
      Events of
      <select value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || null)}>
        <option value="">everything</option>
        {[...offered].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface EventChoiceProps {
  readonly chosen: readonly EventType[]
  readonly onChange: (events: readonly EventType[]) => void
}

const EventChoice = ({ chosen, onChange }: EventChoiceProps) => (
  <fieldset class="choices check-list">
    <legend>It is told when</legend>
    {allEvents.map((type) => (
      <label key={type}>
        <input
          type="checkbox"
          checked={chosen.includes(type)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(allEvents.filter((each) => (each === type ? checked : chosen.includes(each))))
          }
        />
        <span>
          {eventWords[type]} <code class="small soft">{type}</code>
        </span>
      </label>
    ))}
  </fieldset>
)
