import { hashOfLine } from '@tallystick/engine'
import type { Sealed } from '../evidence/sealed.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'

/**
 * The problem for a run whose stored bytes differ from those that it was sealed with: nothing is explained from them.
 * Each of `faults` is a sentence for a person; there may be none.
 */
export const brokenRun = (...faults: readonly string[]): ProblemError =>
  new ProblemError('internal_error', {
    detail: 'What is stored of this run is not what it was sealed with; verifyProofChain says which link is broken.',
    ...(faults.length > 0 && { errors: faults.map((detail) => ({ code: 'broken_link', detail })) }),
  })

/** Throws `internal_error` unless the stored line of the run's receipt has the leaf hash that is in the log. */
export function requireReceipt({ receipt }: Sealed): void {
  if (hashOfLine(sha256, receipt.line) !== receipt.leafHash) throw brokenRun('The receipt is another one.')
}
