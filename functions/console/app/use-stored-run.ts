import { type RunRecord, TallystickError } from '@tallystick/client'
import { useEffect, useState } from 'preact/hooks'
import type { Progress, RunOverview } from '../engine-worker/engine-types.ts'
import { type StoredOpening, storedRecordCountMax } from '../engine-worker/stored-types.ts'
import { apiKey } from '../shell/api-key.ts'
import { openEngine } from '../shell/engine.ts'
import { closeRuns, keepRun } from '../shell/open-runs.ts'
import { withProgress } from '../shell/with-progress.ts'
import { noteFailure } from './session.ts'

interface StoredRunState {
  readonly opening: StoredOpening | undefined
  readonly progress: Progress | undefined
  readonly error: unknown
  /** Opens the run, also again after a failure or a cancellation. */
  readonly open: () => void
  readonly cancel: () => void
}

/** Runs with up to this many records are opened as soon as the page is shown. */
const openedAtOnceMax = 50_000

/** Opens a run in the worker: at once where it is small, else when `open` is called. */
export function useStoredRun(run: RunRecord): StoredRunState {
  const recordCount = run.source.recordCount + run.target.recordCount
  const [turn, setTurn] = useState(recordCount <= openedAtOnceMax ? 1 : 0)
  const [state, setState] = useState<Pick<StoredRunState, 'opening' | 'progress' | 'error'>>(untouched)
  useEffect(() => {
    if (recordCount > storedRecordCountMax)
      return setState({ ...untouched, opening: { kind: 'too-large', recordCount } })
    if (turn === 0) return
    let isCurrent = true
    const key = apiKey.value
    const show = (next: typeof state): void => {
      if (isCurrent) setState(next)
    }
    show({ ...untouched, progress: { step: 'Asking for the run', ratio: 0 } })
    openRun(run.id, (progress) => show({ ...untouched, progress })).then(
      (opening) => {
        if (opening.kind === 'open') keepWhileSignedIn(opening.run, key)
        show({ ...untouched, opening, error: errorOf(opening) })
      },
      (error) => show({ ...untouched, error }),
    )
    return () => {
      isCurrent = false
      if (apiKey.value !== key) cancel()
    }
  }, [run.id, recordCount, turn])
  return {
    ...state,
    open: () => setTurn((each) => each + 1),
    cancel,
  }
}

const cancel = (): void => void openEngine().then((engine) => engine.cancelStored())

/** Closes a run that arrives after the tab was signed out. */
function keepWhileSignedIn(run: RunOverview, key: string | undefined): void {
  if (apiKey.value === key) keepRun(run)
  else void closeRuns([run.id])
}

const untouched = { opening: undefined, progress: undefined, error: undefined }

async function openRun(id: string, onProgress: (progress: Progress) => void): Promise<StoredOpening> {
  const key = apiKey.value
  if (key === undefined) throw new Error('This tab is not signed in')
  const engine = await openEngine()
  return withProgress(onProgress, async (tell) =>
    engine.openStored({ id, baseUrl: location.origin, apiKey: key }, tell),
  )
}

function errorOf(opening: StoredOpening): unknown {
  if (opening.kind !== 'failed') return undefined
  const error = new TallystickError(opening.failure)
  noteFailure(error)
  return error
}
