import { breakReasons } from '@tallystick/engine/result'
import { confidences } from '@tallystick/engine/rules'
import { z } from 'zod'
import { cursorParameter, limitParameter } from './page.ts'
import { resultBreak, resultExclusion, resultMatch, resultNetting } from './result-item.ts'
import { count } from './values.ts'

/** A page of a run's results and its query. Members are in snake_case, as the published interface has them. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const resultSchemaVersion = '3'

export const views = ['matches', 'suggestions', 'breaks', 'excluded', 'netted'] as const
export type View = (typeof views)[number]

export const resultLimitMax = 1000
const resultLimitDefault = 100

const viewsWithConfidence: readonly View[] = ['matches', 'suggestions', 'netted']

export const resultQuery = z
  .strictObject({
    view: z.enum(views).default('matches'),
    confidence: z.enum(confidences).optional(),
    rule: z.string().max(64).optional(),
    reason: z.enum(breakReasons).optional(),
    include: z.literal('records').optional(),
    limit: limitParameter(resultLimitMax, resultLimitDefault),
    cursor: cursorParameter,
  })
  .refine(({ view, confidence }) => confidence === undefined || viewsWithConfidence.includes(view), {
    path: ['confidence'],
    message: 'Only matches, suggestions and netted records have a confidence',
  })
  .refine(({ view, reason }) => reason === undefined || view === 'breaks', {
    path: ['reason'],
    message: 'Only breaks have a reason',
  })

export type ResultQuery = z.infer<typeof resultQuery>

/** Figures of the whole run, which every page has. */
export const resultTotals = z.object({
  total_matches: count,
  matched_count: count,
  unmatched_count: count,
  confidence_breakdown: z.object({ exact: count, high: count, medium: count, low: count }),
  audit_trail_id: z.string(),
})

export const resultResponse = z
  .object({
    success: z.literal(true),
    timestamp: z.iso.datetime(),
    request_id: z.string(),
    run_id: z.string(),
    matches: z.array(resultMatch),
    breaks: z.array(resultBreak),
    suggestions: z.array(resultMatch).optional(),
    excluded: z.array(resultExclusion).optional(),
    netted: z.array(resultNetting).optional(),
    ...resultTotals.shape,
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ResultPage' })

export type ResultTotals = z.infer<typeof resultTotals>
export type ResultResponse = z.infer<typeof resultResponse>

/** A line of a streamed view: an item of the view asked for. */
export const resultLine = z.union([resultMatch, resultBreak, resultExclusion, resultNetting]).meta({ id: 'ResultLine' })

/** A view as an XLSX workbook. */
export const workbook = z.string().meta({ format: 'binary' })
