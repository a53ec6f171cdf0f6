import { useEffect, useState } from 'preact/hooks'
import type { Progress } from '../engine-worker/engine-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { keepRun } from '../shell/open-runs.ts'
import { withProgress } from '../shell/with-progress.ts'

interface Reopening {
  readonly progress: Progress | undefined
  /** Why the result cannot be opened; `gone` where nothing is kept of it. */
  readonly failure: string | undefined
}

/** Makes a kept result again, which then is among the open runs. */
export function useReopened(id: string): Reopening {
  const [progress, setProgress] = useState<Progress | undefined>()
  const [failure, setFailure] = useState<string | undefined>()
  useEffect(() => {
    let isCurrent = true
    const reopen = async (): Promise<void> => {
      const engine = await openEngine()
      const end = await withProgress(setProgress, async (tell) => engine.reopenResult(id, tell))
      if (!isCurrent) return
      if (end.kind === 'gone') setFailure('gone')
      else if (end.kind === 'failed') setFailure(end.detail)
      else keepRun(end.run)
    }
    reopen().catch((error) => isCurrent && setFailure(faultText(error)))
    return () => {
      isCurrent = false
    }
  }, [id])
  return { progress, failure }
}
