import type { ReconciliationRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { codeText, periodText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { EmptyPlace } from '../empty-place.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { ScopeNotice } from '../scope-notice.tsx'
import { client, mayDo } from '../session.ts'
import { useCall, useList } from '../use-call.ts'
import './close.css'
import { PeriodMark } from './period-mark.tsx'
import { ReconciliationForm } from './reconciliation-form.tsx'
import { Tasks } from './tasks.tsx'

export function ReconciliationsPage() {
  const { route } = useLocation()
  const [isForm, setForm] = useState(false)
  return (
    <>
      <div class="title-row">
        <h1>Close</h1>
        {mayDo('periods:write') && (
          <button type="button" class={isForm ? 'quiet' : undefined} onClick={() => setForm(!isForm)}>
            {isForm ? 'Cancel' : 'New reconciliation'}
          </button>
        )}
      </div>
      <ScopeNotice scopes={['runs:read']} />
      {isForm && <ReconciliationForm onMade={({ id }) => route(`/app/reconciliations/${id}`)} />}
      {mayDo('runs:read') && (
        <>
          <Tasks />
          <ReconciliationList />
        </>
      )}
    </>
  )
}

function ReconciliationList() {
  const list = useList('reconciliations', (signal) => client().reconciliations.list({ limit: 50 }, { signal }))
  if (list.items.length === 0) {
    if (list.error !== undefined) return <FailureNotice error={list.error} onRetry={list.reload} />
    if (list.isLoading) return <p aria-busy="true">Asking for your reconciliations …</p>
    return (
      <EmptyPlace title="No reconciliations yet">
        <p>
          A reconciliation is what you close month after month: a bank account and the ledger account that should agree
          with it. It keeps its rules, its open items and who signed each period.
        </p>
      </EmptyPlace>
    )
  }
  return (
    <>
      <div class="table-frame">
        <table class="stacked">
          <TableHead titles={['Name', 'Sides', 'Newest period', 'Days', 'State']} />
          <tbody>
            {list.items.map((each) => (
              <ReconciliationRow key={each.id} reconciliation={each} />
            ))}
          </tbody>
        </table>
      </div>
      <FailureNotice error={list.error} onRetry={list.reload} />
      <MoreButton list={list} />
    </>
  )
}

function ReconciliationRow({ reconciliation }: { readonly reconciliation: ReconciliationRecord }) {
  const { id, name, source, target, calendar } = reconciliation
  const { value, error } = useCall(`newest period ${id}`, (signal) =>
    client().reconciliations.periods(id, { limit: 1 }, { signal }).pages().next(),
  )
  const newest = value?.done === false ? value.value.items[0] : undefined
  return (
    <tr>
      <td data-label="Name">
        <a class="of-file" href={`/app/reconciliations/${id}`}>
          {name}
        </a>
        <span class="small soft under">{codeText(calendar)}</span>
      </td>
      <td data-label="Sides" class="of-file">
        <code>{source.adapter}</code> <span class="soft">against</span> <code>{target.adapter}</code>
      </td>
      <td data-label="Newest period">
        {newest === undefined ? (
          <span class="soft">{value === undefined && error === undefined ? '…' : 'none yet'}</span>
        ) : (
          <a class="of-file" href={`/app/periods/${newest.id}`}>
            {newest.name}
          </a>
        )}
      </td>
      <td data-label="Days" class="time">
        {newest && periodText({ from: newest.first, to: newest.last })}
      </td>
      <td data-label="State">{newest && <PeriodMark period={newest} />}</td>
    </tr>
  )
}
