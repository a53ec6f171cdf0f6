/** How a command ends, as a script sees it. */
export const exitCodes = {
  /** Every record is matched or excluded; every check holds. */
  sound: 0,
  /** Records are open; a check does not hold. */
  finding: 1,
  /** Nothing was found out, or the result could not be written. */
  error: 2,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
