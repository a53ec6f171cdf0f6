import { useEffect, useState } from 'preact/hooks'
import { type ChangeTrial, type TrialKind, type TrialRow, trialKinds } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { grouped } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { LineLink } from './line-link.tsx'
import { titleOf } from './line-title.ts'

const titles: { readonly [kind in TrialKind]: string } = {
  closed: 'Breaks closed',
  opened: 'Breaks opened',
  regrouped: 'Breaks of other records than before',
  gained: 'Matches gained',
  lost: 'Matches lost',
}

export const TrialLists = ({ trial }: { readonly trial: ChangeTrial }) => (
  <>
    {trialKinds
      .filter((kind) => trial.lists[kind].count > 0)
      .map((kind) => (
        <TrialList key={kind} trial={trial} kind={kind} />
      ))}
  </>
)

interface ListRequest {
  readonly trial: ChangeTrial
  readonly kind: TrialKind
}

const pageCount = 8

function TrialList({ trial, kind }: ListRequest) {
  const [isOpen, setOpen] = useState(false)
  const { count, amounts } = trial.lists[kind]
  const sums = Object.entries(amounts).map(([currency, amount]) => amountText(amount, currency))
  return (
    <details class="trial-list" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {titles[kind]}: <strong class="count">{grouped(count)}</strong>
        {sums.length > 0 && <span class="soft"> · {sums.join(', ')}</span>}
      </summary>
      {isOpen && <TrialPage trial={trial} kind={kind} />}
    </details>
  )
}

function TrialPage({ trial, kind }: ListRequest) {
  const [from, setFrom] = useState(0)
  const [rows, setRows] = useState<readonly TrialRow[] | 'gone' | undefined>()
  useEffect(() => {
    let isCurrent = true
    void openEngine()
      .then((engine) => engine.trialRows(trial.id, kind, { from, count: pageCount }))
      .then((found) => isCurrent && setRows(found ?? 'gone'))
    return () => {
      isCurrent = false
    }
  }, [trial.id, kind, from])
  if (rows === undefined) return <p aria-busy="true">Loading …</p>
  if (rows === 'gone')
    return <p class="small">These lines are not kept any more: open the line again to try it anew.</p>
  const { count } = trial.lists[kind]
  return (
    <>
      <ul class="trial-rows">
        {rows.map((row, place) => (
          <Row key={from + place} row={row} />
        ))}
      </ul>
      {count > pageCount && (
        <p class="actions small">
          <button
            type="button"
            class="quiet small-button"
            disabled={from === 0}
            onClick={() => setFrom(from - pageCount)}
          >
            Earlier
          </button>
          <span>
            {grouped(from + 1)} to {grouped(from + rows.length)} of {grouped(count)}
          </span>
          <button
            type="button"
            class="quiet small-button"
            disabled={rows.length < pageCount}
            onClick={() => setFrom(from + pageCount)}
          >
            Later
          </button>
        </p>
      )}
    </>
  )
}

function Row({ row: { shown, place } }: { readonly row: TrialRow }) {
  const [head] = shown.rows
  const record = head?.source ?? head?.target
  const name = record?.reference ?? record?.counterparty ?? record?.description ?? record?.id ?? ''
  const title = titleOf(shown)
  return (
    <li>
      {place === null ? title : <LineLink place={place}>{title}</LineLink>}{' '}
      <span class="small soft of-file">
        {record?.date} {name.slice(0, nameLengthMax)}
      </span>
    </li>
  )
}

const nameLengthMax = 80
