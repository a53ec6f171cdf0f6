import { z } from '@hono/zod-openapi'
import { breakReasons, confidences } from '@tallystick/engine'
import { cursorParameter, limitParameter } from './page.ts'
import { count, hash, ids } from './values.ts'

/** A page of a run's results and its query. Members are in snake_case, as the published interface has them. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const resultSchemaVersion = '1'

export const views = ['matches', 'suggestions', 'breaks', 'excluded'] as const
export type View = (typeof views)[number]

export const matchTypes = ['exact', 'normalized', 'tolerance', 'window', 'similar', 'contains', 'sum'] as const
export type MatchType = (typeof matchTypes)[number]

export const resultLimitMax = 1000
const resultLimitDefault = 100

export const resultQuery = z
  .strictObject({
    view: z.enum(views).default('matches'),
    confidence: z.enum(confidences).optional().openapi({ description: 'Of matches and suggestions' }),
    rule: z
      .string()
      .max(64)
      .optional()
      .openapi({ description: 'The id of the rule that made the line; for a break, of the nearest rule' }),
    reason: z.enum(breakReasons).optional().openapi({ description: 'Of breaks' }),
    limit: limitParameter(resultLimitMax, resultLimitDefault),
    cursor: cursorParameter,
  })
  .refine(({ view, confidence }) => confidence === undefined || view === 'matches' || view === 'suggestions', {
    path: ['confidence'],
    message: 'Only matches and suggestions have a confidence',
  })
  .refine(({ view, reason }) => reason === undefined || view === 'breaks', {
    path: ['reason'],
    message: 'Only breaks have a reason',
  })

export type ResultQuery = z.infer<typeof resultQuery>

const evidenceValue = z.union([z.number(), z.string()])

export const evidenceItem = z
  .object({
    field: z.string(),
    source_value: evidenceValue,
    target_value: evidenceValue,
    match_type: z.enum(matchTypes),
  })
  .openapi('EvidenceItem')

export type EvidenceItem = z.infer<typeof evidenceItem>

/** A match as published. The playground answers with these members; results add more where they apply. */
export const matchItem = z
  .object({
    id: z.string().openapi({ example: 'mat_0123456789abcdef0123456789' }),
    source_transaction_id: z.string(),
    target_transaction_id: z.string(),
    confidence: z.enum(confidences),
    rule_used: z.string(),
    rule_id: z.string(),
    matched_at: z.iso.datetime(),
    evidence: z.array(evidenceItem),
    audit_trail_id: z.string(),
    deterministic_hash: hash,
  })
  .openapi('Match')

export type MatchItem = z.infer<typeof matchItem>

export const resultMatch = matchItem
  .extend({
    source_transaction_ids: ids.optional().openapi({ description: 'When the match has several of this side' }),
    target_transaction_ids: ids.optional(),
    action: z.literal('suggest').optional(),
    difference: z.string().optional().openapi({ description: 'Target − source of the last amount compared' }),
    days: z.int().optional(),
    similarity: z.int().optional().openapi({ description: 'Basis points, the lowest of the rule’s similarities' }),
    variance: z.string().optional(),
    interchangeable: z.literal(true).optional(),
    ambiguous: z.literal(true).optional(),
  })
  .openapi('ResultMatch')

const candidate = z
  .object({
    source_transaction_id: z.string(),
    target_transaction_id: z.string(),
    difference: z.string().optional(),
    days: z.int().optional(),
    taken_by: z.string().optional().openapi({ description: 'The match that holds the other record' }),
  })
  .openapi('Candidate')

export const resultBreak = z
  .object({
    id: z.string().openapi({ example: 'brk_0123456789abcdef0123456789' }),
    reason: z.enum(breakReasons),
    source_transaction_ids: ids,
    target_transaction_ids: ids,
    difference: z.string().optional(),
    days: z.int().optional(),
    failed: z.object({ rule_id: z.string(), field: z.string().optional() }).optional(),
    candidates: z.array(candidate).optional(),
    counts: z.object({ source: count, target: count }).optional(),
    repeats: ids.optional(),
    work: z
      .object({ needed: z.int(), limit: z.int(), by: z.string() })
      .optional()
      .openapi({ description: 'Of group_too_large: what a rule needs more of than it may take' }),
    suggested: z.literal(true).optional().openapi({ description: 'A suggestion holds a record of it' }),
    group: hash.optional().openapi({ description: 'Common to the lines of one break of more than 1,000 records' }),
    deterministic_hash: hash,
  })
  .openapi('Break')

export const resultExclusion = z
  .object({
    id: z.string().openapi({ example: 'exc_0123456789abcdef0123456789' }),
    rule_id: z.string(),
    source_transaction_ids: ids,
    target_transaction_ids: ids,
    deterministic_hash: hash,
  })
  .openapi('Exclusion')

export type ResultMatch = z.infer<typeof resultMatch>
export type ResultBreak = z.infer<typeof resultBreak>
export type ResultExclusion = z.infer<typeof resultExclusion>
export type ResultItem = ResultMatch | ResultBreak | ResultExclusion

/** Figures of the whole run, which every page has. */
export const resultTotals = z.object({
  total_matches: count,
  matched_count: count.openapi({ description: 'Source records in a match' }),
  unmatched_count: count.openapi({ description: 'Records of both sides that are open' }),
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
    ...resultTotals.shape,
    next_cursor: z.string().nullable(),
  })
  .openapi('ResultPage')

export type ResultTotals = z.infer<typeof resultTotals>
export type ResultResponse = z.infer<typeof resultResponse>

/** A streamed view as text, one item a line. */
export const resultLines = z.string().openapi({ description: 'One item of the view a line, in the order of its pages' })
