/** The first Ctrl-C aborts the signal; a second one ends the program. */
export interface Interruption {
  readonly signal: AbortSignal
  readonly end: () => void
}

export function takeInterruption(): Interruption {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  process.once('SIGINT', abort)
  return { signal: controller.signal, end: () => process.off('SIGINT', abort) }
}
