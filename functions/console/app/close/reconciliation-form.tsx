import type { ReconciliationRecord } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import { useState } from 'preact/hooks'
import { AdapterField } from '../adapter-field.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { policyMembersOf } from '../rules-choice.ts'
import { RulesPicker } from '../rules-picker.tsx'
import { client } from '../session.ts'
import { useAction } from '../use-call.ts'
import { DueDaysField } from './settings-form.tsx'

type Calendar = ReconciliationRecord['calendar']

/** Defines a reconciliation. */
export function ReconciliationForm({ onMade }: { readonly onMade: (made: ReconciliationRecord) => void }) {
  const [name, setName] = useState('')
  const [source, setSource] = useState('')
  const [target, setTarget] = useState('')
  const [calendar, setCalendar] = useState<Calendar>('month')
  const [due, setDue] = useState('')
  const [isTurned, setTurned] = useState(false)
  const [policy, setPolicy] = useState<JsonValue | undefined>()
  const { isBusy, error, run } = useAction()
  const make = async (): Promise<void> => {
    if (policy === undefined) return
    const sides = { source: { adapter: source.trim() }, target: { adapter: target.trim() } }
    const dueDays = due === '' ? {} : { dueDays: Number(due) }
    const terms = { name: name.trim(), calendar, isTurned, ...dueDays, ...sides }
    onMade(await client().reconciliations.create({ ...terms, ...policyMembersOf(policy) }))
  }
  const isReady = [name, source, target].every((text) => text.trim() !== '') && policy !== undefined
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(make)
      }}
    >
      <div class="form-grid">
        <NameField value={name} onInput={setName} />
        <AdapterField label="Statement of the other party, such as the bank" value={source} onChange={setSource} />
        <AdapterField label="Your own books, such as the ledger" value={target} onChange={setTarget} />
        <CalendarField value={calendar} onChange={setCalendar} />
        <DueDaysField value={due} onInput={setDue} />
      </div>
      <label class="checked">
        <input type="checkbox" checked={isTurned} onChange={({ currentTarget }) => setTurned(currentTarget.checked)} />
        The books state amounts with the other sign
      </label>
      <RulesPicker sides={{ sourceAdapter: source, targetAdapter: target }} onPolicy={setPolicy} />
      <FailureNotice error={error} />
      <p class="actions">
        <button type="submit" disabled={isBusy || !isReady}>
          {isBusy ? 'Defining it …' : 'Define it'}
        </button>
      </p>
    </form>
  )
}

interface NameFieldProps {
  readonly value: string
  readonly onInput: (name: string) => void
}

const NameField = ({ value, onInput }: NameFieldProps) => (
  <label class="field">
    Name
    <input
      required
      maxLength={200}
      value={value}
      placeholder="Bank account 1200"
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)

interface CalendarFieldProps {
  readonly value: Calendar
  readonly onChange: (calendar: Calendar) => void
}

const CalendarField = ({ value, onChange }: CalendarFieldProps) => (
  <label class="field">
    A period is
    <select
      value={value}
      onChange={({ currentTarget }) => onChange(calendars.find((each) => each === currentTarget.value) ?? 'month')}
    >
      {calendars.map((each) => (
        <option key={each} value={each}>
          {calendarWords[each]}
        </option>
      ))}
    </select>
  </label>
)

const calendarWords: { readonly [calendar in Calendar]: string } = {
  month: 'a month',
  week: 'a week',
  day: 'a day',
  own: 'of days that I choose',
}

const calendars = Object.keys(calendarWords) as readonly Calendar[]
