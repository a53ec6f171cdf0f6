/** How several clients were answered who asked without a pause. */
export interface Answered {
  readonly perSecond: number
  /** Milliseconds from request to answer, in order. */
  readonly milliseconds: readonly number[]
}

export const clientCount = 8

/** Lets eight clients do `work` again and again, for so many seconds. */
export async function askWithoutPause(seconds: number, work: () => Promise<unknown>): Promise<Answered> {
  const startedAt = performance.now()
  const milliseconds: number[] = []
  const repeat = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const askedAt = performance.now()
      await work()
      milliseconds.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: clientCount }, repeat))
  const perSecond = milliseconds.length / ((performance.now() - startedAt) / 1000)
  return { perSecond, milliseconds: milliseconds.sort((a, b) => a - b) }
}

/** The time within which this share of the answers came. */
export const within = ({ milliseconds }: Answered, share: number): number =>
  milliseconds[Math.min(milliseconds.length - 1, Math.floor(share * milliseconds.length))] ?? 0
