import { ancestors } from './processes.ts'

const checkMilliseconds = 500

/**
 * Calls `listener` once npm, or the shell that it began for this script, is gone without having told this process: a
 * signal to npm alone is not passed on, and one that kills it cannot be. Does nothing where npm has not begun this process.
 */
export function whenOrphaned(listener: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const before = ancestors().join()
  const timer = setInterval(() => {
    if (ancestors().join() === before) return
    clearInterval(timer)
    listener()
  }, checkMilliseconds)
  timer.unref()
}
