import { leafHash, toHex, utf8 } from '@tallystick/engine'
import type { Sealed } from '../evidence/sealed.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'

/** Nothing is told of a run from stored bytes that are not those that it was sealed with. */

/** The problem for such a run; `faults` are sentences, as far as it is known what is wrong. */
export const brokenRun = (...faults: readonly string[]): ProblemError =>
  new ProblemError('internal_error', {
    detail: 'What is stored of this run is not what it was sealed with; verifyProofChain says which link is broken.',
    ...(faults.length > 0 && { errors: faults.map((detail) => ({ code: 'broken_link', detail })) }),
  })

/** Throws that problem unless the line of the run's receipt is still the one that is in the log. */
export function requireReceipt({ receipt }: Sealed): void {
  if (toHex(leafHash(sha256, utf8(receipt.line))) !== receipt.leafHash) throw brokenRun('The receipt is another one.')
}
