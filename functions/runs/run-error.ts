/** Ends a run as failed: stored data or a computed result is wrong, and another attempt would not help. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

/**
 * What `compute` gives. Everything it throws becomes a `RunError` with `detail`, which fails the run. Errors of the
 * database do not belong in `compute`: after those, another attempt may succeed.
 */
export function failRunIfThrows<Result>(detail: string, compute: () => Result): Result {
  try {
    return compute()
  } catch (cause) {
    throw new RunError(detail, { cause })
  }
}
