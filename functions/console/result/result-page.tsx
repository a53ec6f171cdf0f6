import { useEffect, useState } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { evidenceByRun } from '../line/kept-evidence.ts'
import { RunEvidenceContext } from '../line/run-evidence.ts'
import { usePageTitle } from '../parts/page-title.ts'
import { faultText } from '../parts/plain-words.ts'
import { openRuns } from '../shell/open-runs.ts'
import { RunResult } from './run-result.tsx'
import { useReopened } from './use-reopened.ts'

/** Shows the result that the address names. `/result/sample` makes the sample run if it is missing. */
export function ResultPage({ id = '' }: { readonly id?: string }) {
  usePageTitle('Result')
  const run = openRuns.value.get(id)
  if (run === undefined) return <MissingRun id={id} />
  return (
    <RunEvidenceContext.Provider value={evidenceByRun.value.get(id)}>
      <RunResult key={run.id} run={run} />
    </RunEvidenceContext.Provider>
  )
}

function MissingRun({ id }: { readonly id: string }) {
  if (id === 'sample') return <SampleRun />
  return id.startsWith('local-') ? <KeptRun key={id} id={id} /> : <GoneRun />
}

/** Opens a result again that is kept on this machine. */
function KeptRun({ id }: { readonly id: string }) {
  const { progress, failure } = useReopened(id)
  if (failure === 'gone') return <GoneRun />
  if (failure !== undefined)
    return (
      <div class="notice fault" role="alert">
        <p>This result cannot be opened again. {failure}</p>
      </div>
    )
  return (
    <p aria-busy="true">
      Opening the result again: {progress?.step ?? 'Reading its files'} …
      <progress value={progress?.ratio ?? 0} max={1} aria-label="The result is opened" />
    </p>
  )
}

function GoneRun() {
  return (
    <section class="narrow">
      <h1>This result is gone</h1>
      <p>
        This browser does not keep it: it was forgotten, or made in another browser or a private window. Drop the files
        again, and the same rules give the same result. A run from an evidence pack is opened by verifying the pack
        again.
      </p>
      <p class="actions">
        <a class="button" href="/">
          Reconcile two files
        </a>
        <a class="button quiet" href="/verify">
          Verify a pack
        </a>
      </p>
    </section>
  )
}

function SampleRun() {
  const [made, setMade] = useState<RunOverview | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setFault(undefined)
    makeSample().then(
      (run) => isCurrent && setMade(run),
      (error) => isCurrent && setFault(faultText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  if (made !== undefined) return <RunResult key={made.id} run={made} />
  if (fault === undefined) return <p aria-busy="true">Reconciling the sample files …</p>
  return (
    <div class="notice fault" role="alert">
      <p>The sample was not reconciled: {fault}</p>
      <button type="button" class="quiet" onClick={() => setAttempt(attempt + 1)}>
        Try again
      </button>
    </div>
  )
}

async function makeSample(): Promise<RunOverview> {
  const { runSample } = await import('../local-run/sample.ts')
  const run = await runSample()
  if (run === undefined) throw new Error('another run has taken its place')
  return run
}
