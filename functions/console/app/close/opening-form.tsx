import type { NewOpening, ReconciliationRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { FailureNotice } from '../failure-notice.tsx'
import { client } from '../session.ts'
import { useAction } from '../use-call.ts'
import { AmountField, CurrencyField } from './amount-fields.tsx'
import { typedDecimal } from './chosen-items.ts'

interface OldItem {
  readonly side: 'source' | 'target'
  readonly id: string
  readonly date: string
  readonly amount: string
}

const noItem: OldItem = { side: 'target', id: '', date: '', amount: '' }

interface OpeningFormProps {
  readonly reconciliation: ReconciliationRecord
  readonly onGiven: () => void
}

/** With what the first period begins: the balances of both sides, and what was open then. */
export function OpeningForm({ reconciliation: { id }, onGiven }: OpeningFormProps) {
  const [currency, setCurrency] = useState('EUR')
  const [source, setSource] = useState('')
  const [target, setTarget] = useState('')
  const [items, setItems] = useState<readonly OldItem[]>([])
  const { isBusy, error, run } = useAction()
  const give = async (): Promise<void> => {
    const opening: NewOpening = {
      balances: { source: { [currency]: typedDecimal(source) }, target: { [currency]: typedDecimal(target) } },
      items: items.map(({ side, amount, ...record }) => ({
        side,
        record: { ...record, currency, amount: typedDecimal(amount) },
      })),
    }
    await client().reconciliations.giveOpening(id, opening)
    onGiven()
  }
  const change = (index: number, changed: Partial<OldItem>): void =>
    setItems(items.map((item, each) => (each === index ? { ...item, ...changed } : item)))
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(give)
      }}
    >
      <p>The balances on the day before its first day, and what was still open then.</p>
      <div class="form-grid">
        <AmountField label="Balance by the statement" value={source} onInput={setSource} />
        <AmountField label="Balance by your books" value={target} onInput={setTarget} />
        <CurrencyField value={currency} onInput={setCurrency} />
      </div>
      {items.map((item, index) => (
        <OldItemFields key={index} item={item} onChange={(changed) => change(index, changed)} />
      ))}
      <FailureNotice error={error} />
      <p class="actions">
        <button type="button" class="quiet" onClick={() => setItems([...items, noItem])}>
          Add an open item
        </button>
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Keeping it …' : 'Keep the opening'}
        </button>
      </p>
    </form>
  )
}

interface OldItemFieldsProps {
  readonly item: OldItem
  readonly onChange: (changed: Partial<OldItem>) => void
}

function OldItemFields({ item: { side, id, date, amount }, onChange }: OldItemFieldsProps) {
  return (
    <fieldset class="choices form-grid">
      <legend>Open item</legend>
      <label class="field">
        Stands
        <select
          value={side}
          onChange={({ currentTarget: { value } }) => onChange({ side: value === 'source' ? 'source' : 'target' })}
        >
          <option value="source">on the statement alone</option>
          <option value="target">in the books alone</option>
        </select>
      </label>
      <label class="field">
        Number or text
        <input required value={id} onInput={({ currentTarget }) => onChange({ id: currentTarget.value })} />
      </label>
      <label class="field">
        Day
        <input
          type="date"
          required
          value={date}
          onInput={({ currentTarget }) => onChange({ date: currentTarget.value })}
        />
      </label>
      <AmountField label="Amount" value={amount} onInput={(value) => onChange({ amount: value })} />
    </fieldset>
  )
}
