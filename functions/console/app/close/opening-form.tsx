import type { NewOpening } from '@tallystick/client'
import { sides } from '@tallystick/engine/record'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { openEngine } from '../../shell/engine.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { AmountField, CurrencyField } from './amount-fields.tsx'
import { typedDecimal } from './chosen-items.ts'
import type { Reconciliation } from './close-calls.ts'
import { OpeningFile } from './opening-file.tsx'
import { currencyMember, firstSettings, noOpeningFiles, type OpeningFiles, whyNotKept } from './opening-files.ts'
import { useOwnCurrency } from './own-currency.ts'
import { sidesOf, sideWordsOf } from './side-words.ts'

interface OldItem {
  readonly side: 'source' | 'target'
  readonly id: string
  readonly date: string
  readonly amount: string
}

const keepWords = ['Keep the opening', 'Keeping it …'] as const

const openingWords = 'The balances on the day before its first day, and what was still open then.'

const noItem: OldItem = { side: 'target', id: '', date: '', amount: '' }

interface OpeningFormProps {
  readonly reconciliation: Reconciliation
  readonly give: (opening: NewOpening) => Promise<void>
  /** What the button says, and what it says meanwhile. */
  readonly buttonWords?: readonly [ready: string, busy: string]
  /** Further fields, above the others. */
  readonly children?: ComponentChildren
}

/** With what the first period begins: the balances of both sides, and what was open then. */
export function OpeningForm({ reconciliation, give, buttonWords = keepWords, children }: OpeningFormProps) {
  const own = useOwnCurrency(reconciliation)
  const [typedCurrency, setCurrency] = useState<string | undefined>()
  const currency = typedCurrency ?? own ?? ''
  const [statement, setStatement] = useState('')
  const [books, setBooks] = useState('')
  const [items, setItems] = useState<readonly OldItem[]>([])
  const [files, setFiles] = useState(noOpeningFiles)
  const { isBusy, error, run } = useAction()
  const { openingRoot } = reconciliation
  const words = sideWordsOf(reconciliation)
  const typed = { statement, books }
  const notKept = whyNotKept(files)
  const giveAll = async (): Promise<void> => {
    const balances = {
      source: { [currency]: typedDecimal(typed[words.source]) },
      target: { [currency]: typedDecimal(typed[words.target]) },
    }
    const all = [...(await itemsIn(files, currency)), ...items.map((item) => typedItem(item, currency))]
    await give({ balances, items: all })
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (notKept === undefined) void run(giveAll)
      }}
    >
      {children}
      <p>{openingRoot === null ? openingWords : `${openingWords} This replaces the opening that was given.`}</p>
      <div class="form-grid">
        <AmountField label="Balance by the statement" value={statement} onInput={setStatement} />
        <AmountField label="Balance by your books" value={books} onInput={setBooks} />
        <CurrencyField value={currency} onInput={setCurrency} />
      </div>
      {sidesOf(reconciliation).map((side) => (
        <OpeningFile
          key={side}
          place={alone[words[side]]}
          settings={firstSettings(reconciliation[side])}
          state={files[side]}
          onState={(state) => setFiles((before) => ({ ...before, [side]: state }))}
        />
      ))}
      <OldItems items={items} terms={reconciliation} onChange={setItems} />
      <FailureNotice error={error} />
      <p class="actions">
        <button type="button" class="quiet" onClick={() => setItems([...items, noItem])}>
          Add an open item
        </button>
        <button type="submit" disabled={isBusy || notKept !== undefined}>
          {buttonWords[isBusy ? 1 : 0]}
        </button>
        {notKept !== undefined && <span class="small soft">{notKept}</span>}
      </p>
    </form>
  )
}

const typedItem = ({ side, amount, ...record }: OldItem, currency: string): NewOpening['items'][number] => ({
  side,
  record: { ...record, ...currencyMember(currency), amount: typedDecimal(amount) },
})

/** The records of the files as items; those without a currency have that of the balances. */
async function itemsIn(files: OpeningFiles, currency: string): Promise<NewOpening['items']> {
  const engine = await openEngine()
  const lists = sides.map(async (side) => {
    const state = files[side]
    const records = state.kind === 'read' ? await engine.readRecords(state.chosen) : []
    return records.map((record) => ({ side, record: { ...currencyMember(currency), ...record } }))
  })
  return (await Promise.all(lists)).flat()
}

const alone = { books: 'in the books alone', statement: 'on the statement alone' } as const

interface OldItemsProps {
  readonly items: readonly OldItem[]
  readonly terms: Reconciliation
  readonly onChange: (items: readonly OldItem[]) => void
}

const OldItems = ({ items, terms, onChange }: OldItemsProps) => (
  <>
    {items.map((item, index) => (
      <OldItemFields
        key={index}
        item={item}
        terms={terms}
        onChange={(changed) => onChange(items.map((old, each) => (each === index ? { ...old, ...changed } : old)))}
        onRemove={() => onChange(items.filter((_, each) => each !== index))}
      />
    ))}
  </>
)

interface OldItemFieldsProps {
  readonly item: OldItem
  readonly terms: Reconciliation
  readonly onRemove: () => void
  readonly onChange: (changed: Partial<OldItem>) => void
}

function OldItemFields({ item: { side, id, date, amount }, terms, onChange, onRemove }: OldItemFieldsProps) {
  return (
    <fieldset class="choices form-grid">
      <legend>Open item</legend>
      <label class="field">
        Stands
        <select
          value={side}
          onChange={({ currentTarget: { value } }) => onChange({ side: value === 'source' ? 'source' : 'target' })}
        >
          {sidesOf(terms).map((each) => (
            <option key={each} value={each}>
              {alone[sideWordsOf(terms)[each]]}
            </option>
          ))}
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
      <button type="button" class="quiet" onClick={onRemove}>
        Remove
      </button>
    </fieldset>
  )
}
