/** The last second that a Date holds. */
const dateSecondsMax = 8_640_000_000_000n

/** Seconds since 1970 as ISO 8601; the number itself beyond the range of a Date. */
export const witnessTimeText = (seconds: bigint): string =>
  seconds > dateSecondsMax ? `second ${seconds}` : new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
