import { z } from '@hono/zod-openapi'
import { confidences, type ResultDifference } from '@tallystick/engine'
import { runRecord } from './run.ts'
import { hash, ids } from './values.ts'

/** The answer of a replay: the new run, and how its result compares with the result of the replayed run. */

const decimal = z.string().openapi({ example: '120.5' })

const differences = z
  .object({
    newlyMatched: z.array(z.object({ source: z.string(), after: ids })),
    noLongerMatched: z.array(z.object({ source: z.string(), before: ids })),
    rePaired: z.array(z.object({ source: z.string(), before: ids, after: ids })),
    value: z
      .record(z.string(), z.partialRecord(z.enum(confidences), z.object({ before: decimal, after: decimal })))
      .openapi({ description: 'Source amounts in matches, by currency and confidence' }),
    truncated: z.boolean().openapi({ description: 'A list was cut: at 1,000 records, or by its length' }),
  })
  .openapi('ReplayDifferences', {
    description: 'Of each source record the ids of the target records that it is matched with, before and after',
  })

const replayReport = z
  .object({
    identical: z.boolean().openapi({ description: 'Whether the replay came to the same bytes' }),
    expected: hash.nullable().openapi({ description: 'The result root of the run; null when it had failed' }),
    actual: hash.nullable().openapi({ description: 'The result root of the replay; null when it failed' }),
    differences: differences.nullable().openapi({
      description: 'Null when the replay failed, or the stored result of the run is not what it was sealed with',
    }),
  })
  .openapi('ReplayReport')

export const replayAnswer = z.object({ run: runRecord, replay: replayReport }).openapi('Replay')

export type ReplayReport = Omit<z.infer<typeof replayReport>, 'differences'> & {
  readonly differences: ResultDifference | null
}

export type ReplayAnswer = z.infer<typeof replayAnswer>
