import type { JsonValue } from '@tallystick/engine/base'
import type { OnProgress, RunOverview, Side } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { keepRun } from '../shell/open-runs.ts'
import { withProgress } from '../shell/with-progress.ts'
import { keepResult } from './kept-results.ts'
import { changeSettings, reconcileFiles, sideStates } from './local-files.ts'

/** How a run is made again: under other rules, or with a file read in a currency. */
export type RunAgain =
  | { readonly kind: 'rules'; readonly policy: JsonValue }
  | { readonly kind: 'currency'; readonly side: Side; readonly currency: string }

type FilesOfRun = Pick<RunOverview, 'sides'>

/** The files of the first page, where they are still those of the run. */
export function runFiles(run: FilesOfRun): typeof sideStates | undefined {
  const areSame = (['source', 'target'] as const).every((side) => {
    const { reading } = sideStates[side].value
    return reading?.ok === true && reading.preview.summary.root === run.sides[side].root
  })
  return areSame ? sideStates : undefined
}

/** Undefined where the run was cancelled or refused. */
export async function runAgain(
  run: RunOverview,
  again: RunAgain,
  onProgress: OnProgress,
): Promise<RunOverview | undefined> {
  onProgress({ step: 'Reconciling', ratio: 0 })
  if (again.kind === 'currency') {
    const { side, currency } = again
    await changeSettings(side, { ...sideStates[side].value.settings, currency })
    return reconcileFiles(run.policy)
  }
  const engine = await openEngine()
  const start = await withProgress(onProgress, async (tell) => engine.reconcileAgain(run.id, again.policy, tell))
  if (start.kind === 'refused') throw new Error(start.faults.map(({ detail }) => detail).join(' '))
  if (start.kind !== 'done') return undefined
  keepRun(start.run)
  if (run.origin === 'local') void keepResult(start.run.id)
  return start.run
}
