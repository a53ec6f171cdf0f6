/** The longest pause between two tries: long enough for many isolates to seal in turn, and a small part of the lease. */
const pauseMillisecondsMax = 1_000

/** Waits before the next of several tries. Random, so that isolates that contended once do not contend again. */
export const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(pauseMillisecondsMax, 20 * 2 ** tries)))
