/** The longest pause between two tries: many isolates can seal in turn meanwhile, and it is a small part of a lease. */
const pauseMillisecondsMax = 1_000

/**
 * Waits before the next of several tries, for a random time, so that isolates that contended once do not contend again.
 */
export const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(pauseMillisecondsMax, 20 * 2 ** tries)))
