import { WorkLimitError } from '@tallystick/engine/match'
import type { ProblemCode } from '@tallystick/schema/problem-table'

/** Ends a run as failed: another attempt would not help. */
export class RunError extends Error {
  override readonly name = 'RunError'
  readonly code: ProblemCode

  /** Without a code, stored data or a computed result is wrong. */
  constructor(detail: string, { code = 'internal_error', cause }: { code?: ProblemCode; cause?: unknown } = {}) {
    super(detail, { cause })
    this.code = code
  }
}

/** The error of a run whose stored records are not those that it was pinned to; `fault` is a sentence on what is wrong. */
export const changedRecords = (fault?: string, cause?: unknown): RunError =>
  new RunError([disagreement, fault].filter(Boolean).join(' '), { code: 'records_altered', cause })

const disagreement = 'The stored bytes of a dataset are not those that the run was pinned to.'

/**
 * What `compute` gives. Everything else it throws becomes a `RunError` with `detail`, which fails the run. Errors of the
 * database do not belong in `compute`: after those, another attempt may succeed.
 */
export function failRunIfThrows<Result>(detail: string, compute: () => Result): Result {
  try {
    return compute()
  } catch (cause) {
    if (cause instanceof RunError) throw cause
    throw new RunError(detail, { cause })
  }
}

/** The same for what is computed in slices, but for a `WorkLimitError`: with more steps it may succeed. */
export async function failRunIfRejects<Result>(detail: string, compute: () => Promise<Result>): Promise<Result> {
  try {
    return await compute()
  } catch (cause) {
    if (cause instanceof RunError || cause instanceof WorkLimitError) throw cause
    throw new RunError(detail, { cause })
  }
}
