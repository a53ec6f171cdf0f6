import { isSettled, type PeriodFiles, type SettledPeriod, settleInSlices } from '@tallystick/engine/close'
import { WorkLimitError } from '@tallystick/engine/match'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import type { Executor } from '../runs/executor.ts'
import { soundOf } from './sound.ts'

/**
 * Runs a period until its run does what its decisions ask, in slices between which other requests have their turn. Throws
 * `work_limit` for rules that take too many steps, and `records_altered`. Costs a run or two.
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

/** Whether a stored period's run does what its decisions ask. Throws and costs the same. */
export const isStoredSettled = async (executor: Executor, files: PeriodFiles): Promise<boolean> =>
  isSettled(files, (await settleStored(executor, files)).files)
