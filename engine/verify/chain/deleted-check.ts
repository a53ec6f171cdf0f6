import type { Side } from '../../record/side.ts'
import { datasetClaims } from './artifact-checks.ts'
import type { ChainInput } from './chain-input.ts'
import { contradicting, fails, notProven, type Verdict } from './verdict.ts'

/**
 * `sourceRoot` and `targetRoot` of a dataset that was deleted, in place of `checkDataset`: its lines are not there to prove
 * the root, which the deletion has to name. Undefined for a side that was not deleted.
 */
export function checkDeleted(input: ChainInput, side: Side): Verdict | undefined {
  const deletion = input.deleted?.[side]
  if (deletion === undefined) return undefined
  const { root, completedAt, sequence } = deletion
  const wrong = contradicting(root ?? 'none', datasetClaims(input, side))
  return wrong === undefined
    ? notProven(`the records of the ${side} were deleted at ${completedAt}, as entry ${sequence} of the log says.`)
    : fails(
        { expected: wrong.value ?? null, actual: root },
        `The deletion of the ${side} names another root than ${wrong.where}.`,
      )
}
