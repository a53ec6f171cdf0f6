import type { ReconciliationRecord } from '@tallystick/client'
import { sidesOf, sideWordsOf } from './side-words.ts'
import type { ItemFilter } from './use-period-items.ts'

interface ItemsFilterProps {
  readonly terms: Pick<ReconciliationRecord, 'statement'>
  readonly filter: ItemFilter
  readonly onChange: (filter: ItemFilter) => void
  /** The id of whoever is signed in. */
  readonly me: string | undefined
}

const states = [
  ['undecided', 'undecided'],
  ['carried', 'carried'],
  ['accepted', 'accepted, to be booked'],
  ['matched', 'matched by hand'],
  ['later', 'of a later period'],
  ['repeated', 'read twice'],
  ['withdrawn', 'withdrawn'],
  ['', 'all'],
] as const

const ages = ['0-7', '8-30', '31-60', '61-90', 'over-90'] as const

const sorts = [
  ['age', 'the oldest first'],
  ['amount', 'the largest first'],
  ['id', 'by side and id'],
] as const

/** What of the work list is shown. */
export function ItemsFilter({ terms, filter, onChange, me }: ItemsFilterProps) {
  const choose = (changed: Partial<ItemFilter>): void => onChange({ ...filter, ...changed })
  return (
    <search class="items-filter" aria-label="Items">
      <Choice
        label="State"
        value={filter.state}
        options={states}
        onChoose={(value) => choose({ state: states.find(([each]) => each === value)?.[0] ?? '' })}
      />
      <Choice
        label="Side"
        value={filter.side}
        options={[['', 'both'], ...sidesOf(terms).map((side) => [side, sideWordsOf(terms)[side]] as const)]}
        onChoose={(value) => choose({ side: value === 'source' || value === 'target' ? value : '' })}
      />
      <Choice
        label="Age in days"
        value={filter.age}
        options={[
          ['', 'any'],
          ...ages.map((age) => [age, age.replace('-', ' to ').replace('over to', 'over')] as const),
        ]}
        onChoose={(value) => choose({ age: ages.find((each) => each === value) ?? '' })}
      />
      <Choice
        label="Order"
        value={filter.sort}
        options={sorts}
        onChoose={(value) => choose({ sort: sorts.find(([each]) => each === value)?.[0] ?? 'age' })}
      />
      <label class="field">
        Text
        <input
          type="search"
          value={filter.q}
          placeholder="Name, reference or id"
          onChange={({ currentTarget }) => choose({ q: currentTarget.value.trim() })}
        />
      </label>
      {me !== undefined && (
        <label class="checked">
          <input
            type="checkbox"
            checked={filter.owner === me}
            onChange={({ currentTarget }) => choose({ owner: currentTarget.checked ? me : '' })}
          />
          Mine only
        </label>
      )}
    </search>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChoose: (value: string) => void
}

const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <label class="field">
    {label}
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
