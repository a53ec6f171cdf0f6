import { useEffect, useRef, useState } from 'preact/hooks'
import type { Progress, RunOverview } from '../engine-worker/engine-types.ts'
import type { ChangesEnd, LinePlace } from '../engine-worker/line-detail-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'

export type ChangesState =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'trying'; readonly progress: Progress }
  | ChangesEnd
  | { readonly kind: 'failed'; readonly detail: string }

/** With up to this many records of both sides, changes are tried without a click. */
const recordCountAtOnceMax = 20_000
/** Trials begin after this pause, so that a reader who holds a key down to pass through lines starts none. */
const pauseMilliseconds = 400

const begun: ChangesState = { kind: 'trying', progress: { step: 'Reconciling', ratio: 0 } }

/** The changes that take a break. Leaving the line ends their trials. */
export function useChanges(run: RunOverview, place: LinePlace) {
  const isSmall = run.sides.source.recordCount + run.sides.target.recordCount <= recordCountAtOnceMax
  const [state, setState] = useState<ChangesState>(isSmall ? begun : { kind: 'unasked' })
  const isOver = useRef(false)
  const show = (next: ChangesState): void => {
    if (!isOver.current) setState(next)
  }
  const start = async (): Promise<void> => {
    show(begun)
    show(await tried(run.id, place, (progress) => show({ kind: 'trying', progress })))
  }
  useEffect(() => {
    isOver.current = false
    const timer = isSmall ? setTimeout(() => void start(), pauseMilliseconds) : undefined
    return () => {
      isOver.current = true
      clearTimeout(timer)
      void cancel()
    }
  }, [])
  return { state, start: () => void start(), end: () => void cancel() }
}

const cancel = async (): Promise<void> => (await openEngine()).cancelChange()

async function tried(
  run: string,
  { view, position }: LinePlace,
  onProgress: (progress: Progress) => void,
): Promise<ChangesState> {
  try {
    const engine = await openEngine()
    return await withProgress(onProgress, async (tell) => engine.lineChanges(run, { view, position }, tell))
  } catch (error) {
    return { kind: 'failed', detail: faultText(error) }
  }
}
