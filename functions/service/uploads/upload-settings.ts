/** The times of uploads in parts, in milliseconds, and how many there may be. */

const minute = 60_000
const hour = 60 * minute

/** How long the parts of a file may take to arrive. */
export const receivingMillisecondsMax = 24 * hour
/** How long the row of a file stays that was refused, so that its sender sees why. */
export const refusedMilliseconds = 7 * 24 * hour
/** How long the row of an upload stays that was sealed or aborted: longer than any request that still stores a part of it. */
export const endedMilliseconds = 6 * hour
/** For how long a reading may not be heard of: it says before each part that it lives, and repeats what fails for a minute. */
export const lookMilliseconds = 3 * minute

/** Uploads of a tenant that receive parts or are read, at most. */
export const openUploadCountMax = 100

/** How often the reading of an upload is begun. Each begin repeats what fails five times. */
export const attemptCountMax = 5
