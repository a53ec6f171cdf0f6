import type { ResultDifference } from '@tallystick/engine/explain'
import { confidences } from '@tallystick/engine/rules'
import { z } from 'zod'
import { runRecord } from './run.ts'
import { decimalText, hash, ids } from './values.ts'

/** The answer of a replay: the new run, and how its result compares with the result of the replayed run. */

export const differences = z
  .object({
    newlyMatched: z.array(z.object({ source: z.string(), after: ids })),
    noLongerMatched: z.array(z.object({ source: z.string(), before: ids })),
    rePaired: z.array(z.object({ source: z.string(), before: ids, after: ids })),
    value: z.record(
      z.string(),
      z.partialRecord(z.enum(confidences), z.object({ before: decimalText, after: decimalText })),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'ReplayDifferences' })

const replayReport = z
  .object({
    identical: z.boolean(),
    expected: hash.nullable(),
    actual: hash.nullable(),
    differences: differences.nullable(),
  })
  .meta({ id: 'ReplayReport' })

export const replayAnswer = z.object({ run: runRecord, replay: replayReport }).meta({ id: 'Replay' })

/** The answer for a replay that a Workflow executes: without a report before it has ended. */
export const unfinishedReplay = z
  .object({ run: runRecord, replay: replayReport.nullable() })
  .meta({ id: 'UnfinishedReplay' })

export type ReplayReport = Omit<z.infer<typeof replayReport>, 'differences'> & {
  readonly differences: ResultDifference | null
}

export type ReplayAnswer = z.infer<typeof replayAnswer>
