import { criterionCountMax } from '@tallystick/engine/rules'
import * as z from 'zod'
import { adapterText } from './adapter.ts'
import { described } from './described.ts'
import { plans } from './key.ts'
import { resultTotals } from './result.ts'
import { matchItem } from './result-item.ts'

/** The playground's request, headers and response, exactly as the published interface has them. */

export const playgroundFlags = ['fuzzy_matching', 'group_matching', 'tolerance_percent', 'extended_evidence'] as const
export type PlaygroundFlag = (typeof playgroundFlags)[number]

export const playgroundRequest = z
  .strictObject({
    source: described(z.strictObject({ adapter: described(adapterText, 'The adapter of the source') }), 'The source'),
    target: described(z.strictObject({ adapter: described(adapterText, 'The adapter of the target') }), 'The target'),
    rules: described(
      z.strictObject({
        matching: described(
          z
            .array(
              z.strictObject({
                field: described(z.string().min(1).meta({ example: 'amount' }), 'The field that is compared'),
                tolerance: described(
                  z.number().min(0).default(0).meta({ example: 0.01 }),
                  'How far two amounts may lie apart',
                ),
              }),
            )
            .max(criterionCountMax),
          'All have to hold; none at all mean the built-in policy',
        ),
      }),
      'The rule',
    ),
  })
  .meta({ id: 'PlaygroundRequest', description: 'Two adapters and one rule' })

export type PlaygroundRequest = z.infer<typeof playgroundRequest>

const flagList = z
  .string()
  .default('')
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((flag) => flag.trim())
        .filter((flag) => flag !== ''),
    ),
  ])
  .pipe(z.array(z.enum(playgroundFlags)))
  .meta({ type: 'string', example: 'tolerance_percent' })

export const playgroundHeaders = z.object({
  'x-plan-tier': described(z.enum(plans).default('free'), 'Bounds the demo records of a side: 10, 25, 50, 100 or 200'),
  'x-feature-flags': described(
    flagList,
    'Comma-separated list of fuzzy_matching, group_matching, tolerance_percent, extended_evidence',
  ),
})

export const playgroundResponse = z
  .object({
    success: described(z.literal(true), 'Always true'),
    timestamp: described(z.iso.datetime(), 'When the request was answered'),
    request_id: described(z.string(), 'The request'),
    matches: described(z.array(matchItem), 'The matches'),
    ...resultTotals.shape,
  })
  .meta({ id: 'PlaygroundResponse', description: 'What the engine found in the built-in records' })

export type PlaygroundResponse = z.infer<typeof playgroundResponse>
