import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { LineQuery, RunOverview, SortKey } from '../engine-worker/engine-types.ts'
import { withoutFilter } from '../engine-worker/line-types.ts'
import { currencyText } from '../parts/amount-text.ts'
import { causeNames } from '../parts/cause-words.ts'
import { codeText } from '../parts/plain-words.ts'
import { columnsByView } from './line-columns.tsx'
import { isFiltered, startsDescending } from './result-address.ts'
import { TextFilter } from './text-filter.tsx'

interface FilterRequest {
  readonly run: RunOverview
  readonly query: LineQuery
  readonly onChange: (query: LineQuery) => void
}

interface FiltersRequest extends FilterRequest {
  /** What stands behind the filters. */
  readonly children: ComponentChildren
}

export function LineFilters({ run, query, onChange, children }: FiltersRequest) {
  const set = (change: Partial<LineQuery>) => onChange({ ...query, ...change })
  const [isOpen, setOpen] = useState(false)
  return (
    <search class={`line-filters no-print ${isOpen ? 'all-filters' : ''}`}>
      <TextFilter
        label="Find"
        hint="A reference, name, amount or id"
        value={query.text}
        onText={(text) => set({ text })}
      />
      <button type="button" class="quiet more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      <ListFilters run={run} query={query} onChange={onChange} />
      <AmountFilters run={run} query={query} onChange={onChange} />
      <SortChoice query={query} onSort={(sort, isDescending) => set({ sort, isDescending })} />
      {query.view === 'breaks' && (
        <label class="filter-check">
          <input
            type="checkbox"
            checked={query.isGrouped}
            onChange={({ currentTarget }) => set({ isGrouped: currentTarget.checked })}
          />
          By cause
        </label>
      )}
      {children}
      {isFiltered(query) && (
        <button type="button" class="quiet" onClick={() => onChange(withoutFilter(query))}>
          Clear the filter
        </button>
      )}
    </search>
  )
}

function ListFilters({ run, query, onChange }: FilterRequest) {
  const set = (change: Partial<LineQuery>) => onChange({ ...query, ...change })
  return (
    <>
      {query.view === 'breaks' && (
        <ListFilter
          label="Reason"
          all="Every reason"
          options={run.reasons.map(({ reason }) => ({ value: reason, text: codeText(reason) }))}
          chosen={query.reasons}
          onChosen={(reasons) => set({ reasons })}
        />
      )}
      {run.causes.length > 0 && query.view === 'breaks' && (
        <ListFilter
          label="Cause"
          all="Every cause"
          options={run.causes.map((kind) => ({ value: kind, text: causeNames[kind] }))}
          chosen={query.causes}
          onChosen={(causes) => set({ causes })}
        />
      )}
      <ListFilter
        label="Rule"
        all="Every rule"
        options={run.rules.map(({ id }) => ({ value: id, text: id }))}
        chosen={query.rules}
        onChosen={(rules) => set({ rules })}
      />
      {hasConfidence(query.view) && (
        <ListFilter
          label="Confidence"
          all="Any confidence"
          options={levels.map((value) => ({ value, text: codeText(value) }))}
          chosen={query.confidences}
          onChosen={(confidences) => set({ confidences })}
        />
      )}
    </>
  )
}

const levels = ['exact', 'high', 'medium', 'low']
const hasConfidence = (view: LineQuery['view']): boolean => view !== 'breaks' && view !== 'excluded'

function AmountFilters({ run, query, onChange }: FilterRequest) {
  const currencies = [...new Set([...Object.keys(run.totals.source), ...Object.keys(run.totals.target)])].sort()
  const set = (change: Partial<LineQuery>) => onChange({ ...query, ...change })
  return (
    <>
      <TextFilter
        label="Amount from"
        hint="Amount from"
        isAmount
        value={query.amountMin}
        onText={(amountMin) => set({ amountMin })}
      />
      <TextFilter
        label="Amount to"
        hint="Amount to"
        isAmount
        value={query.amountMax}
        onText={(amountMax) => set({ amountMax })}
      />
      {currencies.length > 1 && (
        <ListFilter
          label="Currency"
          all="Every currency"
          options={currencies.map((value) => ({ value, text: currencyText(value) }))}
          chosen={query.currency === '' ? [] : [query.currency]}
          onChosen={([currency = '']) => set({ currency })}
        />
      )}
    </>
  )
}

interface ListRequest {
  readonly label: string
  readonly all: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly chosen: readonly string[]
  readonly onChosen: (values: readonly string[]) => void
}

function ListFilter({ label, all, options, chosen, onChosen }: ListRequest) {
  const several = chosen.length > 1 ? chosen.join(', ') : undefined
  return (
    <label class="filter">
      <span>{label}</span>
      <select
        value={several ?? chosen[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChosen(value === '' ? [] : [value])}
      >
        <option value="">{all}</option>
        {several !== undefined && <option value={several}>{several}</option>}
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SortRequest {
  readonly query: LineQuery
  readonly onSort: (sort: SortKey, isDescending: boolean) => void
}

/** Chooses the order in a narrow table, which has no room for headings. */
function SortChoice({ query: { view, sort }, onSort }: SortRequest) {
  const options = columnsByView[view].flatMap(({ sort: key, title }) => (key === undefined ? [] : [{ key, title }]))
  return (
    <label class="filter narrow-only">
      <span>Sort by</span>
      <select
        value={sort}
        onChange={({ currentTarget: { value } }) => {
          const key = options.find((option) => option.key === value)?.key ?? 'date'
          onSort(key, startsDescending(key))
        }}
      >
        {options.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
