/** The times of uploads in parts, in milliseconds. */

const minute = 60_000
const hour = 60 * minute

/** How long the parts of a file may take to arrive. */
export const receivingMillisecondsMax = 24 * hour
/** How long the row of a file stays that was refused, so that its sender sees why. */
export const refusedMilliseconds = 7 * 24 * hour
/** How long the row of an upload stays that was sealed or aborted: longer than any request that still stores a part of it. */
export const endedMilliseconds = 6 * hour
/** When the scheduled handler looks whether a reading lives that has not been heard of. */
export const lookMilliseconds = 2 * minute

/** How often the reading of an upload is begun. Each begin repeats what fails five times. */
export const attemptCountMax = 3
