import { criterionCountMax } from '@tallystick/engine/rules'
import { z } from 'zod'
import { adapterText } from './adapter.ts'
import { plans } from './key.ts'
import { resultTotals } from './result.ts'
import { matchItem } from './result-item.ts'

/** The playground's request, headers and response, exactly as the published interface has them. */

export const playgroundFlags = ['fuzzy_matching', 'group_matching', 'tolerance_percent', 'extended_evidence'] as const
export type PlaygroundFlag = (typeof playgroundFlags)[number]

export const playgroundRequest = z
  .strictObject({
    source: z.strictObject({ adapter: adapterText }),
    target: z.strictObject({ adapter: adapterText }),
    rules: z.strictObject({
      matching: z
        .array(
          z.strictObject({
            field: z.string().min(1).meta({ example: 'amount' }),
            tolerance: z.number().min(0).default(0).meta({ example: 0.01 }),
          }),
        )
        .max(criterionCountMax),
    }),
  })
  .meta({ id: 'PlaygroundRequest' })

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
  'x-plan-tier': z.enum(plans).default('free'),
  'x-feature-flags': flagList,
})

export const playgroundResponse = z
  .object({
    success: z.literal(true),
    timestamp: z.iso.datetime(),
    request_id: z.string(),
    matches: z.array(matchItem),
    ...resultTotals.shape,
  })
  .meta({ id: 'PlaygroundResponse' })

export type PlaygroundResponse = z.infer<typeof playgroundResponse>
