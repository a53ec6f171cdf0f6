import { useEffect, useState } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { openRuns } from '../shell/open-runs.ts'
import { RunResult } from './run-result.tsx'

/** A result by its address. `/result/sample` makes the sample run where it is not there. */
export function ResultPage({ id = '' }: { readonly id?: string }) {
  const run = openRuns.value.get(id)
  return run === undefined ? <MissingRun id={id} /> : <RunResult run={run} />
}

function MissingRun({ id }: { readonly id: string }) {
  const [made, setMade] = useState<RunOverview | undefined>()
  useEffect(() => {
    if (id !== 'sample') return
    void import('../local-run/sample.ts').then(({ runSample }) => runSample()).then(setMade)
  }, [id])
  if (made !== undefined) return <RunResult run={made} />
  if (id === 'sample') return <p aria-busy="true">Reconciling the sample files …</p>
  return (
    <section class="narrow">
      <h1>This result is gone</h1>
      <p>
        A run on your own machine lives as long as its page, or until newer large ones need its room: nothing of it is
        stored anywhere. Drop the files again, and the same rules give the same result.
      </p>
      <p>
        <a class="button" href="/">
          Reconcile two files
        </a>
      </p>
    </section>
  )
}
