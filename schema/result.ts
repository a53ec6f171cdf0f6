import { breakReasons, causeKinds } from '@tallystick/engine/result'
import { confidences } from '@tallystick/engine/rules'
import * as z from 'zod'
import { described } from './described.ts'
import { cursorParameter, limitParameter } from './page.ts'
import { resultBreak, resultExclusion, resultMatch, resultNetting } from './result-item.ts'
import { count, countsByConfidence } from './values.ts'

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
    view: described(z.enum(views).default('matches'), 'Which lines of the result are listed'),
    confidence: described(
      z.enum(confidences).optional(),
      'Only matches, suggestions or netted records of this confidence',
    ),
    rule: described(
      z.string().max(64).optional(),
      'Only lines that the rule of this id made; of breaks, those that it came nearest to',
    ),
    reason: described(z.enum(breakReasons).optional(), 'Only breaks of this reason'),
    cause: described(
      z.enum(causeKinds).optional(),
      'Only breaks with this `cause.kind`. A page may have fewer than `limit` of them and still have a `next_cursor`',
    ),
    include: described(
      z.literal('records').optional(),
      'With `records`, each line shows the records that it names; takes the scope `datasets:read`',
    ),
    limit: limitParameter(resultLimitMax, resultLimitDefault),
    cursor: described(cursorParameter, '`next_cursor` of the page before; bound to its query'),
  })
  .refine(({ view, confidence }) => confidence === undefined || viewsWithConfidence.includes(view), {
    path: ['confidence'],
    message: 'Only matches, suggestions and netted records have a confidence',
  })
  .refine(({ view, reason }) => reason === undefined || view === 'breaks', {
    path: ['reason'],
    message: 'Only breaks have a reason',
  })
  .refine(({ view, cause }) => cause === undefined || view === 'breaks', {
    path: ['cause'],
    message: 'Only breaks have a cause',
  })

export type ResultQuery = z.infer<typeof resultQuery>

/** Figures of the whole run, which every page has. */
export const resultTotals = z.object({
  total_matches: described(count, 'Matches of the whole run'),
  matched_count: described(count, 'Source records in a match'),
  unmatched_count: described(count, 'Records of both sides that are open'),
  confidence_breakdown: described(countsByConfidence, 'Matches of the whole run by confidence'),
  audit_trail_id: described(z.string(), 'Names the result: `aud_` and the beginning of its root'),
})

export const resultResponse = z
  .object({
    success: described(z.literal(true), 'Always true'),
    timestamp: described(z.iso.datetime(), 'When the run was completed'),
    request_id: described(z.string(), 'The request that made the run'),
    run_id: described(z.string(), 'The id of the run'),
    matches: described(z.array(resultMatch), 'The matches of the page'),
    breaks: described(z.array(resultBreak), 'The breaks of the page'),
    suggestions: described(z.array(resultMatch).optional(), 'The suggestions of the page, of that view alone'),
    excluded: described(z.array(resultExclusion).optional(), 'The exclusions of the page, of that view alone'),
    netted: described(z.array(resultNetting).optional(), 'The netted records of the page, of that view alone'),
    ...resultTotals.shape,
    next_cursor: described(z.string().nullable(), 'The cursor of the next page; null on the last'),
  })
  .meta({
    id: 'ResultPage',
    description: 'The reconciliation response: a page of one view of a result, and the figures of the whole run',
  })

export type ResultTotals = z.infer<typeof resultTotals>
export type ResultResponse = z.infer<typeof resultResponse>

export const resultLine = z
  .union([resultMatch, resultBreak, resultExclusion, resultNetting])
  .meta({ id: 'ResultLine', description: 'A line of a streamed view: an item of the view asked for' })

/** A view as an XLSX workbook. */
export const workbook = z.string().meta({ format: 'binary' })
