import { breakHints, breakReasons, failureCodes } from '@tallystick/engine/result'
import { confidences } from '@tallystick/engine/rules'
import { z } from 'zod'
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
  .meta({ id: 'LineRecord' })

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
  .meta({ id: 'EvidenceItem' })

export type EvidenceItem = z.infer<typeof evidenceItem>

/** Evidence as results show it: beside the numbers, which the published shape has, amounts are exact text. */
export const resultEvidence = evidenceItem
  .extend({ source_text: z.string().optional(), target_text: z.string().optional() })
  .meta({ id: 'ResultEvidence' })

export type ResultEvidence = z.infer<typeof resultEvidence>

/** A match as published. The playground answers with these members; results add more where they apply. */
export const matchItem = z
  .object({
    id: z.string().meta({ example: 'mat_0123456789abcdef0123456789' }),
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
  .meta({ id: 'Match' })

export type MatchItem = z.infer<typeof matchItem>

export const resultMatch = matchItem
  .extend({
    evidence: z.array(resultEvidence),
    source_transaction_ids: ids.optional(),
    target_transaction_ids: ids.optional(),
    action: z.literal('suggest').optional(),
    difference: z.string().optional(),
    days: z.int().optional(),
    similarity: z.int().optional(),
    variance: z.string().optional(),
    turned: z.literal(true).optional(),
    converted: z
      .object({
        currency: z.string(),
        values: z.record(z.string(), z.tuple([z.string(), z.string()]).readonly()),
        difference: z.string().optional(),
      })
      .optional(),
    residual: z.object({ side, transaction_id: z.string(), amount: z.string() }).optional(),
    interchangeable: z.literal(true).optional(),
    ambiguous: z.literal(true).optional(),
    records,
  })
  .meta({ id: 'ResultMatch' })

const candidate = z
  .object({
    source_transaction_id: z.string(),
    target_transaction_id: z.string(),
    side: side.optional(),
    difference: z.string().optional(),
    days: z.int().optional(),
    taken_by: z.string().optional(),
  })
  .meta({ id: 'Candidate' })

export const resultBreak = z
  .object({
    id: z.string().meta({ example: 'brk_0123456789abcdef0123456789' }),
    reason: z.enum(breakReasons),
    source_transaction_ids: ids,
    target_transaction_ids: ids,
    difference: z.string().optional(),
    days: z.int().optional(),
    failed: z
      .object({
        rule_id: z.string(),
        field: z.string().optional(),
        code: z.enum(failureCodes).optional(),
        needs: z
          .record(z.string(), z.unknown())
          .optional()
          .meta({ example: { days: 12 } }),
      })
      .optional(),
    hint: z.enum(breakHints).optional(),
    candidates: z.array(candidate).optional(),
    total: z.string().optional(),
    taken: z.array(candidate).optional(),
    listed: z.object({ found: ids, missing: z.array(z.string()), taken: ids }).optional(),
    counts: z.object({ source: count, target: count }).optional(),
    repeats: ids.optional(),
    work: z.object({ needed: z.int(), limit: z.int(), by: z.string() }).optional(),
    suggested: z.literal(true).optional(),
    group: hash.optional(),
    deterministic_hash: hash,
    records,
  })
  .meta({ id: 'Break' })

export const resultExclusion = z
  .object({
    id: z.string().meta({ example: 'exc_0123456789abcdef0123456789' }),
    rule_id: z.string(),
    source_transaction_ids: ids,
    target_transaction_ids: ids,
    deterministic_hash: hash,
    records,
  })
  .meta({ id: 'Exclusion' })

export const resultNetting = z
  .object({
    id: z.string().meta({ example: 'net_0123456789abcdef0123456789' }),
    side,
    transaction_ids: ids,
    confidence: z.enum(confidences),
    rule_used: z.string(),
    rule_id: z.string(),
    matched_at: z.iso.datetime(),
    evidence: z.array(resultEvidence),
    difference: z.string().optional(),
    days: z.int().optional(),
    similarity: z.int().optional(),
    variance: z.string().optional(),
    interchangeable: z.literal(true).optional(),
    ambiguous: z.literal(true).optional(),
    audit_trail_id: z.string(),
    deterministic_hash: hash,
    records,
  })
  .meta({ id: 'Netting' })

export type ResultMatch = z.infer<typeof resultMatch>
export type ResultBreak = z.infer<typeof resultBreak>
export type ResultExclusion = z.infer<typeof resultExclusion>
export type ResultNetting = z.infer<typeof resultNetting>
export type ResultItem = ResultMatch | ResultBreak | ResultExclusion | ResultNetting
