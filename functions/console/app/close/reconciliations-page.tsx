import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { FailureNotice } from '../failure-notice.tsx'
import { ScopeNotice } from '../scope-notice.tsx'
import { mayDo } from '../session.ts'
import { useCall } from '../use-call.ts'
import './close.css'
import { ReconciliationForm } from './reconciliation-form.tsx'
import { ReconciliationList } from './reconciliation-list.tsx'
import { readTasks, Tasks } from './tasks.tsx'

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
      {mayDo('runs:read') && <Reconciliations />}
    </>
  )
}

/** What waits for whoever is signed in, and every reconciliation. */
export function Reconciliations() {
  const { value: tasks = [], error, reload } = useCall('tasks', readTasks)
  return (
    <>
      <FailureNotice error={error} onRetry={reload} />
      <Tasks tasks={tasks} />
      <ReconciliationList tasks={tasks} />
    </>
  )
}
