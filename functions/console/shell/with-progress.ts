import { proxy } from 'comlink'
import type { OnProgress, Progress } from '../engine-worker/engine-types.ts'

/**
 * Asks the worker a question and reports progress. Progress that arrives after the answer is dropped, since the page
 * would go on showing it.
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
