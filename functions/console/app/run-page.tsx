import type { RunRecord } from '@tallystick/client'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { grouped } from '../parts/plain-words.ts'
import { adviceOf } from './advices.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { RunDetails } from './run-details.tsx'
import { RunTitle } from './run-title.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { StoredResult } from './stored-result.tsx'
import { useAction, useCall } from './use-call.ts'
import { WhatIf } from './what-if.tsx'

export function RunPage({ id }: { readonly id: string }) {
  const { value: run, error, reload } = useCall(`run ${id}`, (signal) => client().runs.get(id, { signal }))
  useFollowing(run, reload)
  return (
    <>
      <p class="back">
        <a href="/app/runs">Runs</a>
      </p>
      {run === undefined && <h1>Run</h1>}
      {run === undefined && error === undefined && <p aria-busy="true">Asking for the run …</p>}
      {run === undefined && error !== undefined && <ScopeNotice scopes={['runs:read']} />}
      <FailureNotice error={error} onRetry={reload} />
      {run !== undefined && isEnded(run) && <EndedRun run={run} />}
      {run !== undefined && !isEnded(run) && (
        <>
          <RunTitle run={run} />
          <UnfinishedRun run={run} onChange={reload} />
        </>
      )}
    </>
  )
}

const isEnded = ({ status }: RunRecord): boolean => status !== 'queued' && status !== 'running'

const pauseMilliseconds = 1_000

/** Fetches the run again and again until it has ended. */
function useFollowing(run: RunRecord | undefined, reload: () => void): void {
  useEffect(() => {
    if (run === undefined || isEnded(run)) return
    const timer = setTimeout(reload, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [run, reload])
}

function UnfinishedRun({ run, onChange }: { readonly run: RunRecord; readonly onChange: () => void }) {
  const { id, status, progress } = run
  const { recordsDone, recordCount } = progress
  const { isBusy, error, run: act } = useAction()
  return (
    <section class="card" role="status">
      <p>
        {status === 'queued' ? 'Waiting for its turn.' : phaseText(progress)} You may leave this page: the run goes on.
      </p>
      <progress value={recordCount === 0 ? 0 : recordsDone / recordCount} max={1} aria-label="Records done" />
      <p class="count">
        {grouped(recordsDone)} of {grouped(recordCount)} records done
      </p>
      <FailureNotice error={error} />
      {mayDo('runs:write') && (
        <ConfirmButton
          label="Cancel the run"
          question="A cancelled run has no results, and cannot be taken up again."
          confirm="Cancel it"
          isDangerous
          isBusy={isBusy}
          onConfirm={() =>
            act(async () => {
              await client().runs.cancel(id)
              onChange()
            })
          }
        />
      )}
    </section>
  )
}

const phaseTexts = {
  reading: 'Reading the records.',
  matching: 'Matching.',
  explaining: 'Explaining what is open.',
  writing: 'Writing the result.',
  sealing: 'Sealing the result.',
} as const

function phaseText({ phase, rule }: RunRecord['progress']): string {
  if (!phase) return 'Running.'
  return rule === null ? phaseTexts[phase] : `Matching by the rule ${rule}.`
}

const tabs = [
  { name: 'result', label: 'Result' },
  { name: 'what-if', label: 'What if' },
  { name: 'evidence', label: 'Evidence' },
  { name: 'details', label: 'Details' },
] as const

function EndedRun({ run }: { readonly run: RunRecord }) {
  const { query } = useLocation()
  if (run.status !== 'completed')
    return (
      <>
        <RunTitle run={run} />
        <WhyNoResult run={run} />
        <RunDetails run={run} />
      </>
    )
  const tab = tabs.find(({ name }) => name === query['tab'])?.name ?? 'result'
  return (
    <>
      <nav class="tabs" aria-label="Of this run">
        <ul>
          {tabs.map(({ name, label }) => (
            <li key={name}>
              <a
                class="place-link"
                href={name === 'result' ? `/app/runs/${run.id}` : `/app/runs/${run.id}?tab=${name}`}
                aria-current={tab === name ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {tab !== 'result' && <RunTitle run={run} />}
      {tab === 'result' && <StoredResult run={run} />}
      {tab === 'what-if' && <WhatIf run={run} />}
      {tab === 'evidence' && <EvidencePanel run={run} />}
      {tab === 'details' && <RunDetails run={run} />}
    </>
  )
}

function WhyNoResult({ run: { status, failure } }: { readonly run: RunRecord }) {
  return (
    <div class="notice app-notice fault" role="alert">
      {status === 'cancelled' && <p>This run was cancelled: it has no results.</p>}
      {status === 'failed' && <p>It failed: {failure?.detail ?? 'the service does not say why.'}</p>}
      {failure !== null && (
        <>
          <p>{adviceOf(failure.code)}</p>
          <p class="small soft">Request {failure.requestId}</p>
        </>
      )}
    </div>
  )
}
