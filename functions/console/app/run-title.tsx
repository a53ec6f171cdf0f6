import type { RunRecord } from '@tallystick/client'
import { StateMark } from './state-mark.tsx'

/** An opened result has its own title. */
export function RunTitle({ run }: { readonly run: RunRecord }) {
  return (
    <div class="title-row">
      <h1 class="of-file">{run.name}</h1>
      <StateMark run={run} />
    </div>
  )
}
