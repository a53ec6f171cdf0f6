import { WorkLimitError } from '@tallystick/engine/match'
import type { ProblemCode } from '@tallystick/schema/problem-table'

/** Ends a run as failed: another attempt would not help. */
export class RunError extends Error {
  override readonly name = 'RunError'
  readonly code: ProblemCode

  /** Without a code the error is internal: stored data or a computed result is wrong. */
  constructor(detail: string, { code = 'internal_error', cause }: { code?: ProblemCode; cause?: unknown } = {}) {
    super(detail, { cause })
    this.code = code
  }
}

/** The error of a run whose stored records were changed. `fault` is a sentence. */
export const changedRecords = (fault?: string, cause?: unknown): RunError =>
  new RunError([disagreement, fault].filter(Boolean).join(' '), { code: 'records_altered', cause })

const disagreement = 'The stored bytes of a dataset are not those that the run was pinned to.'

/** Makes any error a `RunError`, which fails the run. `compute` must make no queries: their errors may be temporary. */
export function failRunIfThrows<Result>(detail: string, compute: () => Result): Result {
  try {
    return compute()
  } catch (cause) {
    if (cause instanceof RunError) throw cause
    throw new RunError(detail, { cause })
  }
}

/** As `failRunIfThrows`, but a `WorkLimitError` passes: with more steps the run may succeed. */
export async function failRunIfRejects<Result>(detail: string, compute: () => Promise<Result>): Promise<Result> {
  try {
    return await compute()
  } catch (cause) {
    if (cause instanceof RunError || cause instanceof WorkLimitError) throw cause
    throw new RunError(detail, { cause })
  }
}
