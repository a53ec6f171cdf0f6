import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { areRead, cancelRun, policyFaults, reconcileFiles, runProgress } from '../local-run/local-files.ts'
import { runSample } from '../local-run/sample.ts'
import { FilePlace } from './file-place.tsx'
import './home-page.css'

/** Makes a run, and opens its result. */
type ShowRun = (work: () => Promise<{ readonly id: string } | undefined>) => Promise<void>

/** The first page: what this is, two files, rules, and the run. */
export function HomePage() {
  const { route } = useLocation()
  const [fault, setFault] = useState<unknown>()
  const showRun: ShowRun = async (work) => {
    setFault(undefined)
    try {
      const run = await work()
      if (run !== undefined) route(`/result/${run.id}`)
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
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          {fault instanceof Error ? fault.message : String(fault)}
        </p>
      )}
      {policyFaults.value.map(({ pointer, detail }) => (
        <p key={pointer} class="notice fault" role="alert">
          <code>{pointer}</code> {detail}
        </p>
      ))}
      <RunControls showRun={showRun} />
    </>
  )
}

function Opening({ showRun }: { readonly showRun: ShowRun }) {
  return (
    <section class="opening">
      <h1>Two lists of money that ought to agree</h1>
      <p>
        Drop a bank statement and a ledger, payouts and a bank, orders and charges: every record is matched by plain
        rules, or the page says why it stays open. It all happens on your own machine; nothing is uploaded.
      </p>
      <p class="actions">
        <button type="button" class="quiet" onClick={() => showRun(runSample)}>
          Try it with sample files
        </button>
      </p>
    </section>
  )
}

function RunControls({ showRun }: { readonly showRun: ShowRun }) {
  const progress = runProgress.value
  if (progress === undefined)
    return (
      <div class="actions">
        <button type="button" disabled={!areRead()} onClick={() => showRun(() => reconcileFiles(undefined))}>
          Reconcile
        </button>
      </div>
    )
  return (
    <div class="actions">
      <label>
        {progress.step}
        <progress value={progress.share} max={1} />
      </label>
      <button type="button" class="quiet" onClick={cancelRun}>
        Cancel
      </button>
    </div>
  )
}
