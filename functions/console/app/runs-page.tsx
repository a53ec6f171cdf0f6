import type { RunState } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ListPlace } from './list-place.tsx'
import { RunForm } from './run-form.tsx'
import { RunTable } from './run-table.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { useList } from './use-call.ts'

const states: readonly RunState[] = ['queued', 'running', 'completed', 'failed', 'cancelled']

export function RunsPage() {
  const { query, route } = useLocation()
  // The page of a dataset links here with that dataset as the source.
  const { source } = query
  const [isForm, setForm] = useState(source !== undefined)
  const status = states.find((each) => each === query['status'])
  return (
    <>
      <div class="title-row">
        <h1>Runs</h1>
        {mayDo('runs:write') && (
          <button type="button" class={isForm ? 'quiet' : undefined} onClick={() => setForm(!isForm)}>
            {isForm ? 'Close' : 'Start a run'}
          </button>
        )}
      </div>
      <ScopeNotice scopes={['runs:read', 'runs:write']} />
      {isForm && mayDo('runs:write') && <RunForm sourceAdapter={source ?? ''} />}
      {mayDo('runs:read') && (
        <>
          <label class="field inline">
            Show
            <select
              value={status ?? ''}
              onChange={({ currentTarget: { value } }) =>
                route(value === '' ? '/app/runs' : `/app/runs?status=${value}`, true)
              }
            >
              <option value="">all runs</option>
              {states.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
          <RunList status={status} />
        </>
      )}
    </>
  )
}

function RunList({ status }: { readonly status: RunState | undefined }) {
  const list = useList(`runs ${status}`, (signal) =>
    client().runs.list({ limit: 50, ...(status && { status }) }, { signal }),
  )
  return (
    <ListPlace
      list={list}
      what="your runs"
      emptyTitle={status === undefined ? 'No runs yet' : `No run is ${status}`}
      empty={
        <>
          A run compares two datasets under rules. Without files of your own, start one of <code>demo-bank</code>{' '}
          against <code>demo-ledger</code>.
        </>
      }
      show={(runs) => <RunTable runs={runs} />}
    />
  )
}
