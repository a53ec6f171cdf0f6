import { proxy } from 'comlink'
import type { OnProgress, Progress } from '../engine-worker/engine-types.ts'

/**
 * Asks the worker a question that tells how far it is. The answer and the progress take two ways, so that progress may
 * arrive after the answer: it is dropped then, or a page would show it for ever.
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
