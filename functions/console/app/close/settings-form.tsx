import { useState } from 'preact/hooks'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { BoundFields, boundsOf, noBounds, type TypedBounds } from './bound-fields.tsx'
import type { Reconciliation, SettingsChange } from './close-calls.ts'
import { useOwnCurrency } from './own-currency.ts'

interface SettingsFormProps {
  readonly reconciliation: Reconciliation
  readonly change: (seen: Reconciliation, change: SettingsChange) => Promise<unknown>
  readonly onChanged: () => void
}

/** What of a reconciliation may change from period to period. */
export function SettingsForm({ reconciliation, change, onChanged }: SettingsFormProps) {
  const { dueDays, agedDays, materiality, approvalAbove } = reconciliation
  const own = useOwnCurrency(reconciliation)
  const [due, setDue] = useState(textOf(dueDays))
  const [aged, setAged] = useState(textOf(agedDays))
  const [typed, setTyped] = useState<{ readonly [currency: string]: TypedBounds }>({})
  const [isKept, setKept] = useState(false)
  const { isBusy, error, run } = useAction()
  const currencies = new Set([...Object.keys(materiality), ...Object.keys(approvalAbove), ...(own ? [own] : [])])
  const boundsIn = (currency: string): TypedBounds =>
    typed[currency] ?? {
      ...noBounds,
      ...(materiality[currency] !== undefined && { materiality: materiality[currency] }),
      ...(approvalAbove[currency] !== undefined && { approvalAbove: approvalAbove[currency] }),
    }
  const keep = async (): Promise<void> => {
    const all = Object.fromEntries([...currencies].map((currency) => [currency, boundsIn(currency)]))
    const bounds = boundsOf(all, reconciliation)
    await change(reconciliation, { ...bounds, dueDays: daysIn(due), agedDays: daysIn(aged) })
    setKept(true)
    onChanged()
  }
  return (
    <details class="card unfolds">
      <summary>Settings</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void run(keep)
        }}
      >
        <p class="small soft">
          They hold for periods and editions that begin from now on; what webhooks are told of, for open periods, too.
        </p>
        <div class="form-grid">
          <DueDaysField value={due} onInput={setDue} />
          <AgedDaysField value={aged} onInput={setAged} />
          {[...currencies].map((currency) => (
            <BoundFields
              key={currency}
              currency={currency}
              typed={boundsIn(currency)}
              onInput={(bounds) => setTyped({ ...typed, [currency]: bounds })}
            />
          ))}
        </div>
        <FailureNotice error={error} />
        <p class="actions">
          <button type="submit" disabled={isBusy}>
            {isBusy ? 'Keeping them …' : 'Keep the settings'}
          </button>
          <span role="status">{isKept && !isBusy && error === undefined && 'Kept.'}</span>
        </p>
      </form>
    </details>
  )
}

const textOf = (days: number | null): string => (days === null ? '' : String(days))
const daysIn = (text: string): number | null => (text === '' ? null : Number(text))

interface DaysProps {
  readonly value: string
  readonly onInput: (days: string) => void
}

export const DueDaysField = (props: DaysProps) => (
  <DaysField label="Due, in days after the end of a period" range={[0, 90]} none="no due date" {...props} />
)

const AgedDaysField = (props: DaysProps) => (
  <DaysField
    label="Tell webhooks of open items that are so many days old"
    range={[1, 365]}
    none="no such events"
    {...props}
  />
)

interface DaysFieldProps extends DaysProps {
  readonly label: string
  readonly range: readonly [min: number, max: number]
  /** What no number means. */
  readonly none: string
}

const DaysField = ({ label, range: [min, max], none, value, onInput }: DaysFieldProps) => (
  <label class="field">
    {label}
    <input
      type="number"
      min={min}
      max={max}
      step={1}
      value={value}
      placeholder={none}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)
