import { z } from '@hono/zod-openapi'
import { breakHints, breakReasons, confidences, failureCodes } from '@tallystick/engine'
import { count, hash, ids, side } from './values.ts'

/** What a page of results lists: matches and suggestions, breaks, exclusions and netted records. */

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

/** A record that a line names, as `?include=records` shows it. */
export const lineRecord = z
  .object({
    side,
    id: z.string(),
    residual_of: z.string().optional(),
    amount: z.string().optional(),
    currency: z.string().optional(),
    date: z.string().optional(),
    reference: z.string().optional(),
    description: z.string().optional(),
    counterparty: z.string().optional(),
  })
  .openapi('LineRecord')

export type LineRecord = z.infer<typeof lineRecord>

const records = z.array(lineRecord).optional()

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

/** Evidence as results show it: beside the numbers, which the published shape has, amounts are exact text. */
export const resultEvidence = evidenceItem
  .extend({ source_text: z.string().optional(), target_text: z.string().optional() })
  .openapi('ResultEvidence')

export type ResultEvidence = z.infer<typeof resultEvidence>

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
    evidence: z.array(resultEvidence),
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
    records,
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
    records,
  })
  .openapi('Break')

export const resultExclusion = z
  .object({
    id: z.string().openapi({ example: 'exc_0123456789abcdef0123456789' }),
    rule_id: z.string(),
    source_transaction_ids: ids,
    target_transaction_ids: ids,
    deterministic_hash: hash,
    records,
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
    evidence: z.array(resultEvidence).openapi({
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
    records,
  })
  .openapi('Netting', { description: 'Records of one side whose amounts come to zero' })

export type ResultMatch = z.infer<typeof resultMatch>
export type ResultBreak = z.infer<typeof resultBreak>
export type ResultExclusion = z.infer<typeof resultExclusion>
export type ResultNetting = z.infer<typeof resultNetting>
export type ResultItem = ResultMatch | ResultBreak | ResultExclusion | ResultNetting
