import { reasonWords } from '@tallystick/audit/report/break-words'
import type { ReconciliationRecord } from '@tallystick/client'
import { ageBuckets } from '@tallystick/engine/close'
import { sides } from '@tallystick/engine/record'
import { type BreakReason, breakReasons, causeKinds } from '@tallystick/engine/result'
import { causeNames } from '../../parts/cause-words.ts'
import { placeWords, sidesOf, sideWordsOf } from './side-words.ts'
import { TextChoice } from './text-choice.tsx'
import { among, type ItemFilter, itemSorts, undecided } from './use-period-items.ts'

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

const sortTexts = { age: 'the oldest first', amount: 'the largest first', id: 'by side and id' } as const

/** What of the work list is shown, and a chip for each filter that is on. */
export function ItemsFilter({ terms, filter, onChange, me }: ItemsFilterProps) {
  const choose = (changed: Partial<ItemFilter>): void => onChange({ ...filter, ...changed })
  return (
    <search class="items-filter" aria-label="Items">
      <div class="items-filter-fields">
        <Choice
          label="State"
          value={filter.state}
          options={states}
          onChoose={(value) => choose({ state: among(stateNames, value, '') })}
        />
        <Choice
          label="Side"
          value={filter.side}
          options={[['', 'both'], ...sidesOf(terms).map((side) => [side, sideWordsOf(terms)[side]] as const)]}
          onChoose={(value) => choose({ side: among(sides, value, '') })}
        />
        <WhyOpen terms={terms} filter={filter} choose={choose} />
        <Choice
          label="Age in days"
          value={filter.age}
          options={[['', 'any'], ...ageBuckets.map((age) => [age, ageText(age)] as const)]}
          onChoose={(value) => choose({ age: among(ageBuckets, value, '') })}
        />
        <TextChoice
          label="Amount from, either sign"
          placeholder="100.00"
          isAmount
          value={filter.amountMin}
          onChoose={(amountMin) => choose({ amountMin })}
        />
        <TextChoice label="Text" placeholder="Name, reference or id" value={filter.q} onChoose={(q) => choose({ q })} />
        <Choice
          label="Order"
          value={filter.sort}
          options={itemSorts.map((sort) => [sort, sortTexts[sort]] as const)}
          onChoose={(value) => choose({ sort: among(itemSorts, value, 'age') })}
        />
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
      </div>
      <Chips terms={terms} filter={filter} onChange={onChange} me={me} />
    </search>
  )
}

interface WhyOpenProps extends Pick<ItemsFilterProps, 'terms' | 'filter'> {
  readonly choose: (changed: Partial<ItemFilter>) => void
}

const WhyOpen = ({ terms, filter, choose }: WhyOpenProps) => (
  <>
    <Choice
      label="Reason"
      value={filter.reason}
      options={[['', 'any'], ...breakReasons.map((reason) => [reason, reasonText(reason, terms)] as const)]}
      onChoose={(value) => choose({ reason: among(breakReasons, value, '') })}
    />
    <Choice
      label="In common"
      value={filter.cause}
      options={[['', 'anything'], ...causeKinds.map((kind) => [kind, causeNames[kind]] as const)]}
      onChoose={(value) => choose({ cause: among(causeKinds, value, '') })}
    />
  </>
)

const stateNames = states.map(([name]) => name)

const ageText = (age: string): string => age.replace('-', ' to ').replace('over to', 'over')

const reasonText = (reason: BreakReason, terms: ItemsFilterProps['terms']): string =>
  reason === 'missing_in_target' || reason === 'missing_in_source'
    ? `not ${placeWords[sideWordsOf(terms)[reason === 'missing_in_target' ? 'target' : 'source']]}`
    : reasonWords[reason]

/** Each filter that is on in words, to be taken off. */
function Chips({ terms, filter, onChange, me }: ItemsFilterProps) {
  const { state, side, reason, cause, age, amountMin, owner, q } = filter
  const chips: readonly (readonly [name: keyof ItemFilter, text: string])[] = [
    ...(state === undecided.state
      ? []
      : [
          ['state', state === '' ? 'of every state' : (states.find(([each]) => each === state)?.[1] ?? state)] as const,
        ]),
    ...(side === '' ? [] : [['side', sideWordsOf(terms)[side]] as const]),
    ...(reason === '' ? [] : [['reason', reasonText(reason, terms)] as const]),
    ...(cause === '' ? [] : [['cause', causeNames[cause]] as const]),
    ...(age === '' ? [] : [['age', `${ageText(age)} days old`] as const]),
    ...(amountMin === '' ? [] : [['amountMin', `from ${amountMin}`] as const]),
    ...(q === '' ? [] : [['q', `“${q}”`] as const]),
    ...(owner === '' ? [] : [['owner', owner === me ? 'mine' : 'of one owner'] as const]),
  ]
  if (chips.length === 0) return null
  return (
    <ul class="chips" aria-label="Filters that are on">
      {chips.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            class="quiet small of-file"
            aria-label={`Without the filter: ${text}`}
            onClick={() => onChange({ ...filter, [name]: undecided[name] })}
          >
            {text} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="quiet small" onClick={() => onChange({ ...undecided, sort: filter.sort })}>
          All filters off
        </button>
      </li>
    </ul>
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
