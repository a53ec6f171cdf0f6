/** The first Ctrl-C, end of the terminal or SIGTERM aborts the signal; a second one ends the program. */
export interface Interruption {
  readonly signal: AbortSignal
  readonly end: () => void
}

const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function takeInterruption(): Interruption {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  for (const name of names) process.once(name, abort)
  return {
    signal: controller.signal,
    end: () => {
      for (const name of names) process.off(name, abort)
    },
  }
}
