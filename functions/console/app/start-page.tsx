import { EmptyPlace } from './empty-place.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { client } from './session.ts'
import { useCall } from './use-call.ts'
import { countText } from './workspace-texts.ts'

/** The first page of the workspace: what is there, and what comes first. */
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
        </ol>
      </EmptyPlace>
    )
  return (
    <>
      <h1>Workspace</h1>
      <div class="start-cards">
        <a class="card start-card" href="/app/datasets">
          <span class="figure">{countText(datasets)}</span> datasets
        </a>
        <a class="card start-card" href="/app/runs">
          <span class="figure">{countText(runs)}</span> runs
        </a>
        <a class="card start-card" href="/app/runs?status=running">
          <span class="figure">{countText(usage.runs.running + usage.runs.queued)}</span> not finished
        </a>
      </div>
    </>
  )
}
