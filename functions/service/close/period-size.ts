import { sides } from '@tallystick/engine/record'
import { jsonIn } from '@tallystick/schema/json-columns'
import { runSummary } from '@tallystick/schema/run'
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

const storedCounts = runSummary.pick({ source: true, target: true, residualCount: true })

/** What a run of a period takes of the memory when it is read, with its decisions: never more than it may hold. */
export function sizeOfRun({ isolate }: PeriodAccess, run: PeriodRun, decisionCount: number): PeriodSize {
  const parts = sides.flatMap((side) => run[side].parts ?? [])
  const lineCount = parts.reduce((sum, part) => sum + part.lineCount, 0)
  const leftOutCount = parts.reduce((sum, part) => sum + part.lineCount - part.count, 0)
  const handedOnCount = parts.reduce((sum, part) => sum + (part.datasetId === null ? part.lineCount : 0), 0)
  const itemCount = unmatchedCountOf(run, lineCount) + leftOutCount + handedOnCount
  const heldCount = Math.min(itemCount, itemCountMaxOf(isolate, lineCount) ?? lineCount)
  return { recordCount: lineCount, byteCount: run.byteCount, itemCount: heldCount + decisionCount }
}

/**
 * The records that are open, netted or excluded, and those of matches that leave a residual. All where records have
 * several currencies, as their matches may, and for a summary that was changed and cannot be read.
 */
function unmatchedCountOf({ summary, source, target }: PeriodRun, lineCount: number): number {
  const read = storedCounts.safeParse(jsonIn(summary ?? ''))
  const currencies = new Set([source, target].flatMap(({ totals }) => Object.keys(totals)))
  if (!read.success || currencies.size > 1) return lineCount
  const matchedCount = read.data.source.matched + read.data.target.matched
  return source.recordCount + target.recordCount - matchedCount + recordsOfMatch * read.data.residualCount
}

const recordsOfMatch = 2
