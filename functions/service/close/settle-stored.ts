import {
  findRepeatable,
  isSettled,
  type PeriodFiles,
  type SettledPeriod,
  settleInSlices,
} from '@tallystick/engine/close'
import { WorkLimitError } from '@tallystick/engine/match'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import type { Executor } from '../runs/executor.ts'
import { earlierTextsOf } from './earlier-lines.ts'
import { withEarlier } from './period-run-files.ts'
import { soundOf } from './sound.ts'
import type { StoredPeriod } from './stored-period.ts'

/**
 * Runs a period until its run does what its decisions ask, in slices between which other requests have their turn. Of the
 * earlier lines the files have only the repeatable ones. Throws `work_limit` for rules that take too many steps, and
 * `records_altered`. Costs a run or two.
 */
export async function settleStored({ isolate }: Executor, files: PeriodFiles): Promise<SettledPeriod> {
  const stepCountMax = isolate.runLimits.inlineStepCountMax
  try {
    return soundOf(await computeInSlices(settleInSlices(sha256, files, stepCountMax)), 'A file of the period')
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error
    throw new ProblemError('work_limit', {
      detail: `The rules take more than ${stepCountMax} counted steps over the records of the period, too many for one request. Narrow them, or close the period by the command line, which has no such limit: npx tallystick close`,
    })
  }
}

/** Whether a stored period's run does what its decisions ask. Throws the same, and costs a reading of earlier lines more. */
export async function isStoredSettled(executor: Executor, { row, run, files }: StoredPeriod): Promise<boolean> {
  if (run === undefined) return false
  const isWanted = await computeInSlices(findRepeatable(sha256, files))
  let repeatable = ''
  for await (const text of earlierTextsOf(executor, run, { first: row.first, isWanted })) repeatable += text
  const all = withEarlier(files, repeatable)
  return isSettled(all, (await settleStored(executor, all)).files)
}
