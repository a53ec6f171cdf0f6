import { z } from '@hono/zod-openapi'
import { breakHints, breakReasons, confidences, failureCodes } from '@tallystick/engine'
import { cursorParameter, limitParameter } from './page.ts'
import { count, hash, ids, side } from './values.ts'

/** A page of a run's results and its query. Members are in snake_case, as the published interface has them. */

/** Part of every ETag. Raise it when the shape of an answer changes, so that no cache keeps an answer of the old one. */
export const resultSchemaVersion = '2'

export const views = ['matches', 'suggestions', 'breaks', 'excluded', 'netted'] as const
export type View = (typeof views)[number]

export const matchTypes = [
  'exact',
  'normalized',
  'tolerance',
  'window',
  'similar',
  'contains',
  'starts',
  'ends',
  'listed',
  'transposed',
  'converted',
  'sum',
] as const
export type MatchType = (typeof matchTypes)[number]

export const resultLimitMax = 1000
const resultLimitDefault = 100

const viewsWithConfidence: readonly View[] = ['matches', 'suggestions', 'netted']

export const resultQuery = z
  .strictObject({
    view: z.enum(views).default('matches'),
    confidence: z.enum(confidences).optional().openapi({ description: 'Of matches, suggestions and netted records' }),
    rule: z
      .string()
      .max(64)
      .optional()
      .openapi({ description: 'The id of the rule that made the line; for a break, of the nearest rule' }),
    reason: z.enum(breakReasons).optional().openapi({ description: 'Of breaks' }),
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
    turned: z.literal(true).optional().openapi({ description: 'The target counts with its sign changed' }),
    converted: z
      .object({
        currency: z.string(),
        values: z.record(z.string(), z.tuple([z.string(), z.string()]).readonly()),
        difference: z.string().optional(),
      })
      .optional()
      .openapi({ description: 'The currency compared in, and by field the amounts of source and target in it' }),
    residual: z
      .object({ side, transaction_id: z.string(), amount: z.string() })
      .optional()
      .openapi({ description: 'What is left unsettled, as an open item of its own' }),
    interchangeable: z.literal(true).optional(),
    ambiguous: z.literal(true).optional(),
  })
  .openapi('ResultMatch')

const candidate = z
  .object({
    source_transaction_id: z.string(),
    target_transaction_id: z.string(),
    side: side
      .optional()
      .openapi({ description: 'The side of both, where a netting rule compared a positive with a negative amount' }),
    difference: z.string().optional(),
    days: z.int().optional(),
    taken_by: z
      .string()
      .optional()
      .openapi({ description: 'The match, or the netted line, that holds the other record' }),
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
    failed: z
      .object({
        rule_id: z.string(),
        field: z.string().optional(),
        code: z.enum(failureCodes).optional().openapi({
          description:
            'one_side_count: a side that has one record has more of them · no_rate: no rate into the currency compared in',
        }),
        needs: z
          .record(z.string(), z.unknown())
          .optional()
          .openapi({
            description: 'What the criterion would have to allow, in its own members',
            example: { days: 12 },
          }),
      })
      .optional()
      .openapi({ description: 'The rule that came nearest' }),
    hint: z.enum(breakHints).optional().openapi({ description: 'What the two values that missed look like' }),
    candidates: z.array(candidate).optional(),
    total: z.string().optional().openapi({ description: 'What the records that could make up the sum add up to' }),
    taken: z
      .array(candidate)
      .optional()
      .openapi({ description: 'Records that satisfy every criterion of a rule, and are matched already' }),
    listed: z
      .object({ found: ids, missing: z.array(z.string()), taken: ids })
      .optional()
      .openapi({ description: 'Of a text that lists records: those found, keys without a record, those matched' }),
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

export const resultNetting = z
  .object({
    id: z.string().openapi({ example: 'net_0123456789abcdef0123456789' }),
    side,
    transaction_ids: ids,
    confidence: z.enum(confidences),
    rule_used: z.string(),
    rule_id: z.string(),
    matched_at: z.iso.datetime(),
    evidence: z.array(evidenceItem).openapi({
      description: 'The source value is that of the positive amount, the target value that of the negative',
    }),
    difference: z
      .string()
      .optional()
      .openapi({ description: 'What the amounts come to, where a tolerance let it pass' }),
    days: z.int().optional(),
    similarity: z.int().optional(),
    variance: z.string().optional(),
    interchangeable: z.literal(true).optional(),
    ambiguous: z.literal(true).optional(),
    audit_trail_id: z.string(),
    deterministic_hash: hash,
  })
  .openapi('Netting', { description: 'Records of one side whose amounts come to zero' })

export type ResultMatch = z.infer<typeof resultMatch>
export type ResultBreak = z.infer<typeof resultBreak>
export type ResultExclusion = z.infer<typeof resultExclusion>
export type ResultNetting = z.infer<typeof resultNetting>
export type ResultItem = ResultMatch | ResultBreak | ResultExclusion | ResultNetting

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
    netted: z.array(resultNetting).optional(),
    ...resultTotals.shape,
    next_cursor: z.string().nullable(),
  })
  .openapi('ResultPage')

export type ResultTotals = z.infer<typeof resultTotals>
export type ResultResponse = z.infer<typeof resultResponse>

/** A streamed view as text, one item a line. */
export const resultLines = z.string().openapi({ description: 'One item of the view a line, in the order of its pages' })
