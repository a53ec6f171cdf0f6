import { sides } from '@tallystick/engine/record'
import type { PeriodSize, RequestMemory } from '../http/app-env.ts'
import type { Isolate } from '../platform/isolate.ts'
import { itemCountMaxOf } from '../platform/record-limit.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodRun } from './period-run-files.ts'

/** Reads stored lines, for a request that reserves memory for them. */
export interface PeriodAccess extends LineAccess {
  readonly isolate: Pick<Isolate, 'runLimits'>
  readonly memory?: RequestMemory
}

/** The most that a run of a period takes of the memory when all of it is read, with the decisions. */
export function sizeOfRun({ isolate }: PeriodAccess, run: PeriodRun, decisionCount: number): PeriodSize {
  const recordCount = recordCountOfParts(run)
  const itemCount = itemCountMaxOf(isolate, recordCount) ?? recordCount
  return { recordCount, byteCount: run.byteCount, itemCount: itemCount + decisionCount }
}

/** The most that what a run has kept takes, with the decisions of its period. */
export const sizeOfKept = (
  { byteCount }: PeriodRun,
  kept: NonNullable<PeriodRun['period']['kept']>,
  decisionCount: number,
): PeriodSize => ({ recordCount: 0, byteCount, itemCount: kept.count + decisionCount })

/** The records of both sides, those that the run leaves out included. */
export const recordCountOfParts = (run: PeriodRun): number =>
  sides.flatMap((side) => run[side].parts ?? []).reduce((sum, { lineCount }) => sum + lineCount, 0)
