import {
  areSame,
  type FoldedPeriod,
  ItemLimitError,
  type ReadPeriod,
  type Settling,
  type ShortFiles,
  settling,
} from '@tallystick/engine/close'
import { WorkLimitError } from '@tallystick/engine/match'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { itemCountMaxOf } from '../platform/record-limit.ts'
import type { Executor } from '../runs/executor.ts'
import { recordCountOf } from '../runs/run-record.ts'
import { repeatableTextOf } from './gather-earlier.ts'
import { computeOver, type LongLines } from './long-lines.ts'
import { takeForRun } from './period-limits.ts'
import { withEarlier } from './period-run-files.ts'
import { soundOf } from './sound.ts'
import { letGoOfRecords, type StoredPeriod } from './stored-period.ts'

interface ToSettle {
  readonly files: ShortFiles
  readonly lines: LongLines
}

/**
 * Runs a period until its run does what its decisions ask, in slices between which other requests have their turn. Of the
 * earlier lines the files have only the repeatable ones. Throws `work_limit` for rules that take too many steps,
 * `run_too_large` for more items than a period has in memory, and `records_altered`. Costs a run or two. The lines
 * are read twice for each, and once or twice for what it leaves out.
 */
export async function settleStored({ isolate }: Executor, { files, lines }: ToSettle): Promise<Settling> {
  const { inlineStepCountMax: stepCountMax, periodItemCountMax } = isolate.runLimits
  const itemLimitOf = (recordCount: number) => itemCountMaxOf(isolate, recordCount)
  try {
    const settled = await computeOver(
      lines,
      settling(sha256, files, { held: { named: [] }, stepCountMax, itemLimitOf }),
    )
    return soundOf(settled, 'A file of the period')
  } catch (error) {
    if (error instanceof ItemLimitError)
      throw new ProblemError('run_too_large', {
        detail: `The period has more than ${periodItemCountMax} records that are open, left out, netted, excluded, handed on or decided, too many for one request: its rules may match too little. Change them, or close the period by the command line, which has no such limit: npx tallystick close`,
      })
    if (!(error instanceof WorkLimitError)) throw error
    throw new ProblemError('work_limit', {
      detail: `The rules take more than ${stepCountMax} counted steps over the records of the period, too many for one request. Narrow them, or close the period by the command line, which has no such limit: npx tallystick close`,
    })
  }
}

/**
 * What a stored period comes to when it is run again; undefined where its run does not do what its decisions ask. The period
 * lets go of its records, beside which there is no room for its run. Throws the same, and costs a reading of earlier lines
 * more.
 */
export async function settledAsStored(executor: Executor, period: StoredPeriod): Promise<SettledAgain | undefined> {
  const { row, run, files, lines } = period
  if (run === undefined) return undefined
  letGoOfRecords(period, executor.memory)
  await takeForRun(executor.memory, recordCountOf(run))
  const repeatable = await repeatableTextOf(executor, run, { first: row.first, lines })
  const settled = await settleStored(executor, { files: withEarlier(files, repeatable), lines })
  if (!areSame(settled.asked, files) || settled.result.root !== run.resultRoot) return undefined
  return { read: settled.period, folded: settled.folded }
}

export interface SettledAgain {
  readonly read: ReadPeriod
  readonly folded: FoldedPeriod
}
