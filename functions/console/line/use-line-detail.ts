import { useEffect, useState } from 'preact/hooks'
import type { LineDetail, LinePlace } from '../engine-worker/line-detail-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'

/** What is known of the line that is open. */
export interface LineState {
  /** That of the line before, while a new one is late. */
  readonly detail: LineDetail | undefined
  readonly isLate: boolean
  readonly isMissing: boolean
  readonly fault: string | undefined
}

const waiting: LineState = { detail: undefined, isLate: true, isMissing: false, fault: undefined }

/** Asks for the line at a place, and again at every other. */
export function useLineDetail(run: string, { view, position }: LinePlace): LineState {
  const [state, setState] = useState(waiting)
  useEffect(() => {
    let isCurrent = true
    const show = (next: LineState): void => {
      if (isCurrent) setState(next)
    }
    setState((before) => ({ ...before, isLate: true }))
    openEngine()
      .then((engine) => engine.lineDetail(run, { view, position }))
      .then(
        (detail) => show({ ...waiting, detail, isLate: false, isMissing: detail === undefined }),
        (error) => show({ ...waiting, isLate: false, fault: faultText(error) }),
      )
    return () => {
      isCurrent = false
    }
  }, [run, view, position])
  return state
}
