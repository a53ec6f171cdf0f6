import { sides } from '@tallystick/engine/record'
import { jsonIn } from '@tallystick/schema/json-columns'
import { runSummary } from '@tallystick/schema/run'
import type { PeriodSize } from '../http/app-env.ts'
import type { PeriodRun } from './period-run-files.ts'

const storedCounts = runSummary.pick({ source: true, target: true })

/** What a run of a period takes of the memory when it is read, with its decisions. */
export function sizeOfRun(run: PeriodRun, decisionCount: number): PeriodSize {
  const parts = sides.flatMap((side) => run[side].parts ?? [])
  const lineCount = parts.reduce((sum, part) => sum + part.lineCount, 0)
  const leftOutCount = parts.reduce((sum, part) => sum + part.lineCount - part.count, 0)
  const handedOnCount = parts.reduce((sum, part) => sum + (part.datasetId === null ? part.lineCount : 0), 0)
  return {
    recordCount: lineCount,
    byteCount: run.byteCount,
    itemCount: openCountOf(run) + leftOutCount + handedOnCount + decisionCount,
  }
}

/** Of a summary that was changed and cannot be read none are known. */
function openCountOf({ summary }: PeriodRun): number {
  const read = storedCounts.safeParse(jsonIn(summary ?? ''))
  return read.success ? read.data.source.open + read.data.target.open : 0
}
