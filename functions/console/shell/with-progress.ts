import { proxy } from 'comlink'
import type { OnProgress, Progress } from '../engine-worker/engine-types.ts'

/**
 * Asks the worker a question with progress. Progress that arrives after the answer is dropped, since a page would show
 * it for ever.
 */
export async function withProgress<Answer>(
  onProgress: OnProgress,
  ask: (onProgress: OnProgress) => Promise<Answer>,
): Promise<Answer> {
  let isOver = false
  const tell = (progress: Progress): void => {
    if (!isOver) onProgress(progress)
  }
  try {
    return await ask(proxy(tell))
  } finally {
    isOver = true
  }
}
