import { countCauses } from './cause-steps.ts'
import { divideCohort } from './divide-step.ts'
import { type GroupToWrite, writeReasonLines } from './lines-step.ts'
import { type BatchToPass, passOver } from './pass-step.ts'
import { type ReasonInput, reasonRunOf } from './reason-input.ts'
import { type PieceToSearch, searchPieceOfJoin } from './search-step.ts'
import { readCohorts } from './searchers.ts'

/** A task that needs nothing of others of its phase, as small JSON: whoever has the objects can perform it. */
export type ReasonTask =
  | { readonly kind: 'divide'; readonly cohort: number }
  | ({ readonly kind: 'pass' } & BatchToPass)
  | ({ readonly kind: 'search' } & PieceToSearch)
  | { readonly kind: 'causes'; readonly batch: number }
  | ({ readonly kind: 'lines' } & GroupToWrite)

/** Performs a task. Its result is JSON; one that was performed before writes the same objects again. */
export async function performReasonTask(input: ReasonInput, task: ReasonTask): Promise<unknown> {
  const run = reasonRunOf(input, await readCohorts(input.store))
  switch (task.kind) {
    case 'divide':
      return divideCohort(run, task.cohort)
    case 'pass':
      return passOver(run, task)
    case 'search':
      return searchPieceOfJoin(run, task)
    case 'causes':
      return countCauses(run, task.batch)
    case 'lines':
      return writeReasonLines(run, task)
  }
}
