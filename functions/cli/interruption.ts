/** Ctrl-C, once: it ends what waits. A second one ends the program, as it does without this. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Gives Ctrl-C back to the system. */
  readonly end: () => void
}

/** Takes the next Ctrl-C of the process. */
export function takeInterruption(): Interruption {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  process.once('SIGINT', abort)
  return { signal: controller.signal, end: () => process.off('SIGINT', abort) }
}
