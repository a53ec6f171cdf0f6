import { useEffect, useState } from 'preact/hooks'
import type { LineDetail, LinePlace } from '../engine-worker/line-detail-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'

export interface LineState {
  readonly detail: LineDetail | undefined
  readonly isLate: boolean
  readonly isMissing: boolean
  readonly fault: string | undefined
}

const waiting: LineState = { detail: undefined, isLate: true, isMissing: false, fault: undefined }

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
