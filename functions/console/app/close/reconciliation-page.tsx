import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { counted, periodText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { EmptyPlace } from '../empty-place.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { client } from '../session.ts'
import { type AskedList, useAction, useCall, useList } from '../use-call.ts'
import { ArrivingFiles } from './arriving-files.tsx'
import { BoundsText } from './bound-fields.tsx'
import type { ListedMonth, Reconciliation } from './close-calls.ts'
import { useClose } from './use-close.ts'
import './close.css'
import { OpeningForm } from './opening-form.tsx'
import { PeriodMark } from './period-mark.tsx'
import { SettingsForm } from './settings-form.tsx'

export function ReconciliationPage({ id }: { readonly id: string }) {
  const close = useClose()
  const { value, error, reload } = useCall(`reconciliation ${id}`, (signal) => close.reconciliation(id, signal))
  return (
    <>
      <p class="back">
        <a href={close.list.path}>{close.list.title}</a>
      </p>
      {value === undefined ? <h1>Reconciliation</h1> : <Periods reconciliation={value} onChanged={reload} />}
      {value === undefined && error === undefined && <p aria-busy="true">Asking for the reconciliation …</p>}
      <FailureNotice error={error} onRetry={reload} />
    </>
  )
}

interface PeriodsProps {
  readonly reconciliation: Reconciliation
  readonly onChanged: () => void
}

function Periods({ reconciliation, onChanged }: PeriodsProps) {
  const { id, name, source, target } = reconciliation
  const close = useClose()
  const list = useList(`periods ${id}`, (signal) => close.periods(id, signal))
  const isFirst = list.items.length === 0 && !list.isLoading && list.error === undefined
  return (
    <>
      <div class="title-row">
        <h1 class="of-file">{name}</h1>
        {close.mayDo('periods:write') && !isFirst && <BeginButton reconciliation={reconciliation} />}
      </div>
      <p class="soft of-file">
        <code>{source.adapter}</code> against <code>{target.adapter}</code>
      </p>
      <BoundsText {...reconciliation} />
      <FailureNotice error={list.error} onRetry={list.reload} />
      {isFirst ? <FirstPeriod reconciliation={reconciliation} onChanged={onChanged} /> : <PeriodTable list={list} />}
      <MoreButton list={list} />
      {close.changeSettings !== undefined && close.mayDo('periods:write') && (
        <SettingsForm reconciliation={reconciliation} change={close.changeSettings} onChanged={onChanged} />
      )}
      {close.changeSettings !== undefined && <ArrivingFiles reconciliation={reconciliation} periods={list.items} />}
    </>
  )
}

function PeriodTable({ list }: { readonly list: AskedList<ListedMonth> }) {
  const { periodPath } = useClose()
  if (list.items.length === 0) return <p aria-busy="true">Asking for its periods …</p>
  return (
    <div class="table-frame">
      <table class="stacked">
        <TableHead titles={['Period', 'Days', 'State']} />
        <tbody>
          {list.items.map((period) => (
            <tr key={period.id}>
              <td data-label="Period">
                <a class="of-file" href={periodPath(period.id)}>
                  {period.name}
                </a>
              </td>
              <td data-label="Days" class="time">
                {periodText({ from: period.first, to: period.last })}
              </td>
              <td data-label="State">
                <PeriodMark period={period} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Begins the period after the newest one, by the calendar; of own days with those that are asked for. */
function BeginButton({ reconciliation: { id, calendar } }: { readonly reconciliation: Reconciliation }) {
  const { route } = useLocation()
  const close = useClose()
  const [last, setLast] = useState('')
  const { isBusy, error, run } = useAction()
  const isOwn = calendar === 'own'
  const begin = async (): Promise<void> => {
    const days = isOwn ? { last, name: last } : {}
    route(close.periodPath((await close.beginPeriod(id, days)).id))
  }
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        void run(begin)
      }}
    >
      {isOwn && (
        <label class="field inline">
          Last day
          <input type="date" required value={last} onInput={({ currentTarget }) => setLast(currentTarget.value)} />
        </label>
      )}
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Beginning …' : 'Begin the next period'}
      </button>
      <FailureNotice error={error} />
    </form>
  )
}

/** A first period needs its first day, and what was open before. */
function FirstPeriod({ reconciliation, onChanged }: PeriodsProps) {
  const { id, calendar, openingRoot } = reconciliation
  const { route } = useLocation()
  const close = useClose()
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const { isBusy, error, run } = useAction()
  const begin = async (): Promise<void> => {
    const days = calendar === 'own' ? { first, last, name: first } : { first }
    route(close.periodPath((await close.beginPeriod(id, days)).id))
  }
  return (
    <EmptyPlace title="The first period">
      <OpeningForm
        reconciliation={reconciliation}
        give={async (opening) => {
          await client().reconciliations.giveOpening(id, opening)
          onChanged()
        }}
      />
      {openingRoot !== null && <p class="state good">The opening is given.</p>}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void run(begin)
        }}
      >
        <div class="form-grid">
          <label class="field">
            Its first day
            <input type="date" required value={first} onInput={({ currentTarget }) => setFirst(currentTarget.value)} />
          </label>
          {calendar === 'own' && (
            <label class="field">
              Its last day
              <input type="date" required value={last} onInput={({ currentTarget }) => setLast(currentTarget.value)} />
            </label>
          )}
        </div>
        <FailureNotice error={error} />
        <p class="actions">
          <button type="submit" disabled={isBusy || !close.mayDo('periods:write')}>
            {isBusy ? 'Beginning …' : 'Begin the first period'}
          </button>
          <span class="small soft">{counted(1, calendar === 'own' ? 'stretch of days' : calendar)}</span>
        </p>
      </form>
    </EmptyPlace>
  )
}
