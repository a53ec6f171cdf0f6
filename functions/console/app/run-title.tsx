import type { RunRecord } from '@tallystick/client'
import { StateMark } from './state-mark.tsx'

/** The title of a run whose result is not open. An opened result has a title of its own. */
export function RunTitle({ run }: { readonly run: RunRecord }) {
  return (
    <div class="title-row">
      <h1 class="of-file">{run.name}</h1>
      <StateMark run={run} />
    </div>
  )
}
