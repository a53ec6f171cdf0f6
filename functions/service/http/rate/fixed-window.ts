interface FixedWindow {
  readonly add: (key: string, nowMilliseconds: number) => number
  readonly count: (key: string, nowMilliseconds: number) => number
  /** Until the current window ends, at least 1. */
  readonly resetSeconds: (nowMilliseconds: number) => number
}

/** Counts by key in windows aligned to the epoch. Beyond `keyCountMax` keys in a window the oldest are forgotten. */
export function createFixedWindow({ windowSeconds, keyCountMax = 50_000 }: FixedWindowOptions): FixedWindow {
  const windowMilliseconds = windowSeconds * 1000
  const counts = new Map<string, number>()
  let current = -1
  const roll = (now: number) => {
    const window = Math.floor(now / windowMilliseconds)
    if (window !== current) counts.clear()
    current = window
  }
  return {
    add(key, now) {
      roll(now)
      const count = (counts.get(key) ?? 0) + 1
      if (count === 1 && counts.size >= keyCountMax) forgetOldest(counts)
      counts.set(key, count)
      return count
    },
    count(key, now) {
      roll(now)
      return counts.get(key) ?? 0
    },
    resetSeconds: (now) => Math.max(1, Math.ceil((windowMilliseconds - (now % windowMilliseconds)) / 1000)),
  }
}

interface FixedWindowOptions {
  readonly windowSeconds: number
  readonly keyCountMax?: number
}

function forgetOldest(counts: Map<string, number>) {
  const oldest = counts.keys().next()
  if (!oldest.done) counts.delete(oldest.value)
}
