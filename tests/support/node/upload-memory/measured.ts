/** What one upload took, in megabytes. */
export interface Measured {
  readonly name: string
  /** The status, or the code of the problem and of its errors. */
  readonly answer: string
  readonly sent: number
  readonly stored: number
  /** The most that was held above what was held before, garbage left out. */
  readonly peak: number
}
