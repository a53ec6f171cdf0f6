import type { NewDecision } from '@tallystick/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { amountText } from '../../parts/amount-text.ts'

interface DecisionFormProps {
  readonly kind: 'accept' | 'carry' | 'comment' | 'withdraw'
  /** What items of both sides leave; undefined where the items themselves are accepted. */
  readonly difference: string | undefined
  readonly currency: string
  readonly isBusy: boolean
  /** The last day of the period, before which nothing is carried. */
  readonly lastDay: string
  readonly onDecide: (decision: Omit<NewDecision, 'items'>) => void
}

const labels = ['bank_fee', 'cash_discount', 'rounding', 'exchange_difference', 'write_off'] as const

/** What a decision needs besides its items. */
export function DecisionForm({ kind, difference, currency, isBusy, lastDay, onDecide }: DecisionFormProps) {
  const [label, setLabel] = useState<string>(labels[0])
  const [reason, setReason] = useState('')
  const [expected, setExpected] = useState('')
  const [note, setNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The keys that opened the form go on as its text.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  const decide = (): void => {
    const noted = note.trim() === '' ? {} : { note: note.trim() }
    if (kind === 'comment') onDecide({ kind, ...noted })
    if (kind === 'carry') onDecide({ kind, reason: reason.trim(), expected, ...noted })
    if (kind === 'withdraw') onDecide({ kind, reason: reason.trim(), ...noted })
    if (kind === 'accept') onDecide({ kind, label, ...(difference !== undefined && { amount: difference }), ...noted })
  }
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        decide()
      }}
    >
      {kind === 'accept' && (
        <>
          <p class="small soft">
            {difference === undefined
              ? 'Written off: each item is booked under this label, and stays on the list until an entry books it.'
              : `The items are matched, and ${amountText(difference, currency)} is to be booked under this label.`}
          </p>
          <LabelField value={label} onInput={setLabel} />
        </>
      )}
      {kind === 'carry' && (
        <CarryFields {...{ reason, expected, lastDay }} onReason={setReason} onExpected={setExpected} />
      )}
      {kind === 'withdraw' && (
        <>
          <p class="small soft">
            Whoever sent the record took it back: once somebody else approves it, it stays listed and counts in no
            total.
          </p>
          <ReasonField
            label="Why it is taken back"
            example="Booked twice by the bank"
            value={reason}
            onInput={setReason}
          />
        </>
      )}
      <NoteField value={note} isRequired={kind === 'comment'} onInput={setNote} />
      <p class="actions">
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Deciding …' : submitWords[kind]}
        </button>
      </p>
    </form>
  )
}

interface NoteFieldProps {
  readonly value: string
  readonly isRequired: boolean
  readonly onInput: (note: string) => void
}

const NoteField = ({ value, isRequired, onInput }: NoteFieldProps) => (
  <label class="field">
    {isRequired ? 'Note' : 'Note, if there is more to say'}
    <textarea
      rows={2}
      required={isRequired}
      maxLength={4000}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)

interface CarryFieldsProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly expected: string
  readonly onExpected: (day: string) => void
  readonly lastDay: string
}

const CarryFields = ({ reason, onReason, expected, onExpected, lastDay }: CarryFieldsProps) => (
  <div class="form-grid">
    <ReasonField label="Why it is open" example="Cheque is not cashed yet" value={reason} onInput={onReason} />
    <label class="field">
      Until
      <input
        type="date"
        required
        min={lastDay}
        value={expected}
        onInput={({ currentTarget }) => onExpected(currentTarget.value)}
      />
    </label>
  </div>
)

interface ReasonFieldProps {
  readonly label: string
  readonly example: string
  readonly value: string
  readonly onInput: (reason: string) => void
}

const ReasonField = ({ label, example, value, onInput }: ReasonFieldProps) => (
  <label class="field">
    {label}
    <input
      required
      maxLength={400}
      value={value}
      placeholder={example}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)

const submitWords = {
  accept: 'Accept it',
  carry: 'Carry it over',
  comment: 'Keep the note',
  withdraw: 'Withdraw it',
} as const

function LabelField({ value, onInput }: { readonly value: string; readonly onInput: (label: string) => void }) {
  return (
    <label class="field">
      To be booked as
      <input
        required
        list="close-labels"
        pattern="[a-z0-9][a-z0-9_\-]*"
        maxLength={40}
        value={value}
        title="Small letters, digits and _"
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <datalist id="close-labels">
        {labels.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </label>
  )
}
