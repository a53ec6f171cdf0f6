/** Times and bounds of uploads in parts. */

const minute = 60_000
const hour = 60 * minute

export const receivingMillisecondsMax = 24 * hour
/** How long the row of a refused file stays, so that its sender sees why. */
export const refusedMilliseconds = 7 * 24 * hour
/** How long the row of a sealed or aborted upload stays: longer than any request that still stores a part of it. */
export const endedMilliseconds = 6 * hour
/** How long a reading may be silent: it reports before each part and each removal, and retries a failing step for a minute. */
export const lookMilliseconds = 3 * minute

export const openUploadCountMax = 100

/** How often the reading of an upload is begun at most. Each time, a failing step is repeated seven times. */
export const attemptCountMax = 5
