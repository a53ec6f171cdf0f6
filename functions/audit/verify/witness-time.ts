/** The latest time that a Date can hold, in seconds since 1970. */
const dateSecondsMax = 8_640_000_000_000n

export const witnessTimeText = (seconds: bigint): string =>
  seconds > dateSecondsMax ? `second ${seconds}` : new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
