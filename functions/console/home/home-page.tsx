import type { JsonValue } from '@tallystick/engine/base'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { keepLayouts } from '../local-run/file-layouts.ts'
import { areRead, cancelRun, policyFaults, reconcileFiles, runProgress } from '../local-run/local-files.ts'
import { chosenPolicy, isProposing } from '../local-run/policy-choice.ts'
import { runSample } from '../local-run/sample.ts'
import { faultText } from '../parts/plain-words.ts'
import { CloseList } from './close-list.tsx'
import { FilePlace } from './file-place.tsx'
import { KeptList } from './kept-list.tsx'
import { PolicyChoice } from './policy-choice.tsx'
import './home-page.css'

/** Waits for a run to be made, and then shows its result. */
type ShowRun = (work: () => Promise<{ readonly id: string } | undefined>) => Promise<void>

export function HomePage() {
  const { route } = useLocation()
  const [fault, setFault] = useState<unknown>()
  const [isCancelled, setCancelled] = useState(false)
  const showRun: ShowRun = async (work) => {
    setFault(undefined)
    setCancelled(false)
    try {
      const run = await work()
      if (run !== undefined) route(`/result/${run.id}`)
      else setCancelled(policyFaults.value.length === 0)
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <>
      <Opening showRun={showRun} />
      <div class="file-places">
        <FilePlace side="source" />
        <FilePlace side="target" />
      </div>
      <PolicyChoice />
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          {faultText(fault)}
        </p>
      )}
      {policyFaults.value.map(({ pointer, detail }) => (
        <p key={pointer} class="notice fault" role="alert">
          {pointer !== '' && <code>{pointer}</code>} {detail}
        </p>
      ))}
      <RunControls showRun={showRun} isCancelled={isCancelled} />
      <CloseList />
      <KeptList />
    </>
  )
}

function Opening({ showRun }: { readonly showRun: ShowRun }) {
  return (
    <section class="opening">
      <h1>Reconcile two files</h1>
      <p>
        Choose two lists of money that ought to agree, such as a bank statement and your ledger. Each record is matched
        by plain rules, or you are told why it stays open. It all happens on your own machine: nothing is uploaded.
      </p>
      <button type="button" class="quiet" disabled={runProgress.value !== undefined} onClick={() => showRun(runSample)}>
        Try it with sample files
      </button>
    </section>
  )
}

function RunControls({ showRun, isCancelled }: { readonly showRun: ShowRun; readonly isCancelled: boolean }) {
  const progress = runProgress.value
  const policy = chosenPolicy.value
  if (progress === undefined)
    return (
      <div class="actions run-controls">
        <button
          type="button"
          disabled={!areRead() || policy === undefined}
          onClick={() => showRun(() => reconcileAndKeep(policy))}
        >
          Reconcile
        </button>
        {areRead() && policy !== undefined && (
          <a class="button quiet" href="/close/new">
            Close a month with them
          </a>
        )}
        <span class="soft small" role="status">
          {whatIsMissing(policy !== undefined) || (isCancelled && 'Cancelled. Your files and rules are as they were.')}
        </span>
      </div>
    )
  return (
    <div class="actions run-controls">
      <label>
        {progress.step} …
        <progress value={progress.ratio} max={1} />
      </label>
      <button type="button" class="quiet" onClick={cancelRun}>
        Cancel
      </button>
    </div>
  )
}

async function reconcileAndKeep(policy: JsonValue | undefined): Promise<RunOverview | undefined> {
  const run = await reconcileFiles(policy)
  if (run !== undefined) void keepLayouts(run.policy).catch(() => undefined)
  return run
}

/** Says why no run can begin yet. */
function whatIsMissing(hasPolicy: boolean): string {
  if (!areRead()) return 'Choose two files that can be read.'
  if (isProposing.value) return 'Looking for rules …'
  return hasPolicy ? '' : 'Choose rules without faults.'
}
