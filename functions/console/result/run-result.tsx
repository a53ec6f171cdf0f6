import type { RunOverview } from '../engine-worker/engine-types.ts'

/** The result of a run, wherever it came from. */
export function RunResult({ run }: { readonly run: RunOverview }) {
  return (
    <>
      <h1>{run.title}</h1>
      <p>
        Root <code class="root">{run.resultRoot}</code>
      </p>
      <pre>{JSON.stringify(run.reasons, undefined, 2)}</pre>
    </>
  )
}
