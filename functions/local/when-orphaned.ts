import { ancestors } from './processes.ts'

const checkMilliseconds = 500

/**
 * Calls `listener` once npm, or the shell that it started for this script, is gone: an npm that is killed passes on no
 * signal. Outside of an npm script nothing is done.
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
