import type { ResultDifference } from '@tallystick/engine/explain'
import { confidences } from '@tallystick/engine/rules'
import * as z from 'zod'
import { described, describedKeys } from './described.ts'
import { runRecord } from './run.ts'
import { decimalText, hash, ids } from './values.ts'

/** The answer of a replay: the new run, and how its result compares with the result of the replayed run. */

const change = z.object({
  before: described(decimalText, 'In the replayed run'),
  after: described(decimalText, 'In the replay'),
})

export const differences = z
  .object({
    newlyMatched: described(
      z.array(
        z.object({
          source: described(z.string(), 'The id of the source record'),
          after: described(ids, 'The ids of its target records in the replay'),
        }),
      ),
      'Records that only the replay matched',
    ),
    noLongerMatched: described(
      z.array(
        z.object({
          source: described(z.string(), 'The id of the source record'),
          before: described(ids, 'The ids of its target records in the replayed run'),
        }),
      ),
      'Records that only the replayed run matched',
    ),
    rePaired: described(
      z.array(
        z.object({
          source: described(z.string(), 'The id of the source record'),
          before: described(ids, 'The ids of its target records in the replayed run'),
          after: described(ids, 'The ids of its target records in the replay'),
        }),
      ),
      'Records that both matched, with different records',
    ),
    value: described(
      z.record(
        z.string(),
        describedKeys(z.partialRecord(z.enum(confidences), change), {
          exact: 'Of matches of confidence exact',
          high: 'Of matches of confidence high',
          medium: 'Of matches of confidence medium',
          low: 'Of matches of confidence low',
        }),
      ),
      'Source amounts in matches, by currency and confidence',
    ),
    truncated: described(z.boolean(), 'A list was cut: at 1,000 records, or by its length'),
  })
  .meta({
    id: 'ReplayDifferences',
    description: 'Of each source record the ids of the target records that it is matched with, before and after',
  })

const replayReport = z
  .object({
    identical: described(z.boolean(), 'Whether the replay came to the same bytes'),
    expected: described(hash.nullable(), 'The result root of the run; null when it had failed'),
    actual: described(hash.nullable(), 'The result root of the replay; null when it failed'),
    differences: described(
      differences.nullable(),
      'What differs; null when the replay failed, when the stored result of the run is not what it was sealed with, and for a replay that a Workflow executed',
    ),
  })
  .meta({ id: 'ReplayReport', description: 'How the result of a replay compares with that of the replayed run' })

export const replayAnswer = z
  .object({
    run: described(runRecord, 'The replay, a run of its own'),
    replay: described(replayReport, 'How its result compares with that of the replayed run'),
  })
  .meta({ id: 'Replay', description: 'A replay and how it compares' })

/** The answer for a replay that a Workflow executes: it has no comparison before the replay has ended. */
export const unfinishedReplay = z
  .object({
    run: described(runRecord, 'The replay, a run of its own'),
    replay: described(
      replayReport.nullable(),
      'Null until the replay has ended: then a retry with the same Idempotency-Key answers with the comparison',
    ),
  })
  .meta({ id: 'UnfinishedReplay', description: 'A replay that has not ended' })

export type ReplayReport = Omit<z.infer<typeof replayReport>, 'differences'> & {
  readonly differences: ResultDifference | null
}

export type ReplayAnswer = z.infer<typeof replayAnswer>
