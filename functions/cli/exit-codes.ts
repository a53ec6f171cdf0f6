/** How a command ends, as a script sees it. */
export const exitCodes = {
  /** Every record is matched or excluded. */
  nothingOpen: 0,
  openItems: 1,
  /** Nothing was reconciled, or its result could not be written. */
  error: 2,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
