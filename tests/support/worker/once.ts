/** What is stored once, as a test looks at it and, behind the service's back, changes it. */

/** The key of the signed checkpoint of a size of a log. */
export const checkpointKey = (origin: string, size: number): string =>
  `once/log/${origin}/checkpoint/${String(size).padStart(16, '0')}`

/** The key of the step of the index log from a size. */
export const stepKey = (origin: string, from: number): string =>
  `once/log/${origin}/next/${String(from).padStart(16, '0')}`
