import { useEffect, useRef, useState } from 'preact/hooks'
import type { PolicyFault, Progress, RunOverview } from '../engine-worker/engine-types.ts'
import type { ChangeChoice, ChangeTrial } from '../engine-worker/line-detail-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'

/** The state of a trial; undefined until the trial is asked for. */
export type TrialState =
  | { readonly kind: 'trying'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly trial: ChangeTrial }
  | { readonly kind: 'refused'; readonly faults: readonly PolicyFault[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly detail: string }

/** With up to this many records of both sides, a run is tried without a click. */
const recordCountAtOnceMax = 20_000
const triedAtOnceMax = 3
/** Trials begin after this pause, so that a reader who holds a key down to pass through lines starts none. */
const pauseMilliseconds = 400

/** The trials of a line's changes, by the index of the change. Leaving the line ends them. */
export function useTrials(run: RunOverview, changes: readonly ChangeChoice[]) {
  const [states, setStates] = useState<ReadonlyMap<number, TrialState>>(new Map())
  const life = useRef({ isOver: false, isAsked: false })
  const set = (index: number, state: TrialState): void => {
    if (!life.current.isOver) setStates((before) => new Map(before).set(index, state))
  }
  const attempt = async (index: number): Promise<void> => {
    const change = changes[index]
    if (change === undefined) return
    set(index, { kind: 'trying', progress: { step: 'Reconciling', ratio: 0 } })
    set(index, await tried(run.id, change, (progress) => set(index, { kind: 'trying', progress })))
  }
  const tryAtOnce = async (): Promise<void> => {
    for (let index = 0; index < Math.min(triedAtOnceMax, changes.length); index++) {
      if (life.current.isOver || life.current.isAsked) return
      await attempt(index)
    }
  }
  useEffect(() => {
    life.current = { isOver: false, isAsked: false }
    const isSmall = run.sides.source.recordCount + run.sides.target.recordCount <= recordCountAtOnceMax
    const timer = isSmall && changes.length > 0 ? setTimeout(() => void tryAtOnce(), pauseMilliseconds) : undefined
    return () => {
      life.current.isOver = true
      clearTimeout(timer)
      if (changes.length > 0) void cancel()
    }
  }, [])
  const start = (index: number): void => {
    life.current.isAsked = true
    void attempt(index)
  }
  const end = (): void => {
    life.current.isAsked = true
    void cancel()
  }
  return { states, start, end }
}

const cancel = async (): Promise<void> => (await openEngine()).cancelChange()

async function tried(
  run: string,
  { policy }: ChangeChoice,
  onProgress: (progress: Progress) => void,
): Promise<TrialState> {
  try {
    const engine = await openEngine()
    return await withProgress(onProgress, async (tell) => engine.tryChange(run, { policy }, tell))
  } catch (error) {
    return { kind: 'failed', detail: faultText(error) }
  }
}
