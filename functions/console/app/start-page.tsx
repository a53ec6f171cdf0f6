import { grouped } from '../parts/plain-words.ts'
import { Reconciliations } from './close/reconciliations-page.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { RunTable } from './run-table.tsx'
import { client, mayDo } from './session.ts'
import { useCall } from './use-call.ts'

export function StartPage() {
  const { value: usage, error, reload } = useCall('usage', (signal) => client().usage.get({ signal }))
  if (usage === undefined)
    return error === undefined ? (
      <p aria-busy="true">Looking at your workspace …</p>
    ) : (
      <FailureNotice error={error} onRetry={reload} />
    )
  const { datasets, runs } = usage.storage
  if (datasets === 0 && runs === 0)
    return (
      <>
        <h1>Workspace</h1>
        {mayDo('runs:read') && <Reconciliations />}
        <EmptyPlace title="Nothing here yet">
          <ol class="steps">
            <li>
              <a href="/app/datasets">Upload two files</a>, such as a bank statement and a ledger.
            </li>
            <li>
              <a href="/app/runs">Start a run</a> of the two, or of the built-in <code>demo-bank</code> and{' '}
              <code>demo-ledger</code>.
            </li>
            <li>Open the run: what matched, what stays open and why. Then try other rules on it.</li>
            <li>
              Close month after month: <a href="/app/reconciliations">make a reconciliation</a> of the two sides.
            </li>
          </ol>
        </EmptyPlace>
      </>
    )
  const unfinishedCount = usage.runs.running + usage.runs.queued
  return (
    <>
      <h1>Workspace</h1>
      {mayDo('runs:read') && <Reconciliations />}
      <div class="start-cards">
        <StartCard href="/app/datasets" count={datasets} noun="dataset" />
        <StartCard href="/app/runs" count={runs} noun="run" />
        {unfinishedCount > 0 && (
          <StartCard href="/app/runs?status=running" count={unfinishedCount} noun="unfinished run" />
        )}
      </div>
      {mayDo('runs:read') && runs > 0 && <NewestRuns />}
    </>
  )
}

interface StartCardProps {
  readonly href: string
  readonly count: number
  readonly noun: string
}

function StartCard({ href, count, noun }: StartCardProps) {
  return (
    <a class="card start-card" href={href}>
      <span class="figure">{grouped(count)}</span> {count === 1 ? noun : `${noun}s`}
    </a>
  )
}

const newestCount = 5

function NewestRuns() {
  const { value, error, reload } = useCall('newest runs', (signal) =>
    client().runs.list({ limit: newestCount }, { signal }).pages().next(),
  )
  return (
    <>
      <h2>Newest runs</h2>
      {value === undefined ? (
        error === undefined && <p aria-busy="true">Asking for your runs …</p>
      ) : (
        <RunTable runs={value.done === true ? [] : value.value.items} />
      )}
      <FailureNotice error={error} onRetry={reload} />
    </>
  )
}
