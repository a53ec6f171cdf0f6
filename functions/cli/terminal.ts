/** Where a command writes. */
export interface Terminal {
  /** Writes to standard output, as it is. */
  readonly print: (text: string) => void
  /** Writes to standard error, as it is. */
  readonly printError: (text: string) => void
  /** The width of standard error; undefined when that is no terminal. */
  readonly columnCount: number | undefined
}
