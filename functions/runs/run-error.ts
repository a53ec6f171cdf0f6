/** Ends a run as failed: what is stored or what was computed cannot be right, and another attempt would not help. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/**
 * What `compute` gives. Whatever it throws becomes a fault of the run that says `detail`, told apart from a database
 * that does not answer, which is worth another attempt.
 */
export function failRunIfThrows<Result>(detail: string, compute: () => Result): Result {
  try {
    return compute()
  } catch (cause) {
    throw new RunError(detail, { cause })
  }
}
