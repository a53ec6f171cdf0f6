import { countCauses } from './cause-steps.ts'
import { divideCohort } from './divide-step.ts'
import { type GroupToWrite, writeReasonLines } from './lines-step.ts'
import { type BatchToPass, passOver } from './pass-step.ts'
import { type ReasonInput, reasonRunOf } from './reason-input.ts'
import { type PieceToSearch, searchPieceOfJoin } from './search-step.ts'
import { readCohorts } from './searchers.ts'
import type { PieceSearched } from './settle-step.ts'

/** A task that needs nothing of others of its phase, as small JSON: whoever has the objects can perform it. */
export type ReasonTask =
  | { readonly kind: 'divide'; readonly cohort: number }
  | ({ readonly kind: 'pass' } & BatchToPass)
  | ({ readonly kind: 'search' } & PieceToSearch)
  | { readonly kind: 'causes'; readonly batch: number }
  | ({ readonly kind: 'lines' } & GroupToWrite)

/** Performs a task. Its result is JSON; one that was performed before writes the same objects again. */
export async function performReasonTask(input: ReasonInput, task: ReasonTask): Promise<PieceSearched | undefined> {
  const run = reasonRunOf(input, await readCohorts(input.store))
  if (task.kind === 'search') return searchPieceOfJoin(run, task)
  if (task.kind === 'divide') await divideCohort(run, task.cohort)
  else if (task.kind === 'pass') await passOver(run, task)
  else if (task.kind === 'causes') await countCauses(run, task.batch)
  else await writeReasonLines(run, task)
  return undefined
}
