import { breakHints, breakReasons, failureCodes } from '@tallystick/engine/result'
import { confidences } from '@tallystick/engine/rules'
import * as z from 'zod'
import { breakCause, breakPart } from './break-members.ts'
import { byHandMembers } from './by-hand-members.ts'
import { described } from './described.ts'
import { countsBySide, hash, ids, side } from './values.ts'

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
    side: described(side, 'The side of the record'),
    id: described(z.string(), 'The id of the record, or of what a match left over of one'),
    residual_of: described(z.string().optional(), 'Of what a match left over: the id of the record that it is of'),
    amount: described(
      z.string().optional(),
      'The amount that counts in the totals of the side; of a residual, what is left',
    ),
    currency: described(z.string().optional(), 'ISO 4217'),
    date: described(z.string().optional(), 'The booking date'),
    reference: described(z.string().optional(), 'The reference'),
    description: described(z.string().optional(), 'The description'),
    counterparty: described(z.string().optional(), 'The counterparty'),
  })
  .meta({ id: 'LineRecord', description: 'A record that a line names; members without a value are left out' })

export type LineRecord = z.infer<typeof lineRecord>

const records = described(
  z.array(lineRecord).optional(),
  'The records that the line names, and those of its candidates; with `include=records` alone',
)
const lineHash = described(hash, 'Leaf hash of the line: the same for the same records and rules')
const ruleId = described(z.string(), 'The id of the rule')
const days = described(
  z.int().optional(),
  'Days from the source to the target; of a break with `likely`, from the first booking to the last',
)
const similarity = described(z.int().optional(), 'Basis points, the lowest of the rule’s similarities')
const variance = described(z.string().optional(), 'The label of the difference that the rule accepted')
const interchangeable = described(
  z.literal(true).optional(),
  'The records could be exchanged for others that are alike',
)
const ambiguous = described(z.literal(true).optional(), 'The rule met a tie and decided it by the least ids')

const evidenceValue = z.union([z.number(), z.string()])

export const evidenceItem = z
  .object({
    field: described(z.string(), 'The field that was compared'),
    source_value: described(
      evidenceValue,
      'The value of the source: a number for an amount, as published; the exact decimal is in `difference` and in the record',
    ),
    target_value: described(evidenceValue, 'The value of the target'),
    match_type: described(z.enum(matchTypes), 'How the two values agree'),
  })
  .meta({ id: 'EvidenceItem', description: 'One comparison of a match' })

export type EvidenceItem = z.infer<typeof evidenceItem>

/** Evidence in results: amounts are numbers, as in the published shape, and also exact text. */
export const resultEvidence = evidenceItem
  .extend({
    source_text: described(z.string().optional(), 'Of an amount: its exact text'),
    target_text: described(z.string().optional(), 'Of an amount: its exact text'),
  })
  .meta({ id: 'ResultEvidence', description: 'One comparison of a match, with exact amounts' })

export type ResultEvidence = z.infer<typeof resultEvidence>

/** A match as published. The playground answers with these members; results add more where they apply. */
export const matchItem = z
  .object({
    id: described(
      z.string().meta({ example: 'mat_0123456789abcdef0123456789' }),
      'The id of the match, made of its line',
    ),
    source_transaction_id: described(z.string(), 'The id of the first record of the source'),
    target_transaction_id: described(z.string(), 'The id of the first record of the target'),
    confidence: described(z.enum(confidences), 'How sure the match is'),
    rule_used: described(z.string(), 'The name of the rule'),
    rule_id: ruleId,
    matched_at: described(z.iso.datetime(), 'When the run was completed'),
    evidence: described(z.array(evidenceItem), 'What the rule compared, field by field'),
    audit_trail_id: described(z.string(), 'Names the result that the match belongs to'),
    deterministic_hash: lineHash,
  })
  .meta({ id: 'Match', description: 'A match of the records of two sides' })

export type MatchItem = z.infer<typeof matchItem>

export const resultMatch = matchItem
  .extend({
    ...byHandMembers,
    evidence: described(z.array(resultEvidence), 'What the rule compared, field by field, with exact amounts'),
    source_transaction_ids: described(ids.optional(), 'When the match has several of this side'),
    target_transaction_ids: described(ids.optional(), 'When the match has several of this side'),
    action: described(z.literal('suggest').optional(), 'Only of a suggestion, which settles nothing'),
    difference: described(
      z.string().optional(),
      'Target − source of the last amount compared, with the target’s sign turned where the rule compares opposite signs',
    ),
    days,
    similarity,
    variance,
    turned: described(
      z.literal(true).optional(),
      'The target counts with its sign changed, by the rule or by the signs of the sides',
    ),
    converted: described(
      z
        .object({
          currency: described(z.string(), 'The currency compared in'),
          values: described(
            z.record(z.string(), z.tuple([z.string(), z.string()]).readonly()),
            'By field the amounts of source and target in it',
          ),
          difference: described(z.string().optional(), 'Target − source of the last of them; absent when it is 0'),
        })
        .optional(),
      'The currency compared in, and by field the amounts of source and target in it',
    ),
    residual: described(
      z
        .object({
          side: described(side, 'The side of the record that is left'),
          transaction_id: described(z.string(), 'The id of the open item'),
          amount: described(z.string(), 'What is left'),
        })
        .optional(),
      'What is left unsettled, as an open item of its own',
    ),
    interchangeable,
    ambiguous,
    records,
  })
  .meta({ id: 'ResultMatch', description: 'A match or a suggestion, with all that is known of it' })

const difference = described(
  z.string().optional(),
  'Target − source of the last amount compared, with the target’s sign turned where the rule compares opposite signs',
)

const candidate = z
  .object({
    source_transaction_id: described(z.string(), 'The id of the record of the source'),
    target_transaction_id: described(z.string(), 'The id of the record of the target'),
    side: described(
      side.optional(),
      'The side of both, where a netting rule compared a positive with a negative amount',
    ),
    difference,
    days,
    taken_by: described(z.string().optional(), 'The match, or the netted line, that holds the other record'),
  })
  .meta({ id: 'Candidate', description: 'A pair of records that came near' })

export const resultBreak = z
  .object({
    id: described(
      z.string().meta({ example: 'brk_0123456789abcdef0123456789' }),
      'The id of the break, made of its line',
    ),
    reason: described(z.enum(breakReasons), 'Why the records are not settled'),
    source_transaction_ids: described(ids, 'The ids of its records of the source'),
    target_transaction_ids: described(ids, 'The ids of its records of the target'),
    difference,
    days,
    failed: described(
      z
        .object({
          rule_id: ruleId,
          field: described(z.string().optional(), 'The field of the criterion that did not hold'),
          code: described(
            z.enum(failureCodes).optional(),
            'one_side_count: a side that has one record has more of them · no_rate: no rate into the currency compared in',
          ),
          needs: described(
            z
              .record(z.string(), z.unknown())
              .optional()
              .meta({ example: { days: 12 } }),
            'What the criterion would have to allow, in its own members',
          ),
        })
        .optional(),
      'The rule that came nearest',
    ),
    hint: described(z.enum(breakHints).optional(), 'What the two values that missed look like'),
    candidates: described(z.array(candidate).optional(), 'Near misses beside an open record'),
    total: described(z.string().optional(), 'What the records that could make up the sum add up to'),
    taken: described(
      z.array(candidate).optional(),
      'Records that satisfy every criterion of a rule, and are matched already',
    ),
    listed: described(
      z
        .object({
          found: described(ids, 'Ids of the records that were found open'),
          missing: described(z.array(z.string()), 'Keys without a record'),
          taken: described(ids, 'Ids of the records that are matched'),
        })
        .optional(),
      'Of a text that lists records: those found, keys without a record, those matched',
    ),
    part_of: breakPart,
    cause: breakCause,
    counts: described(countsBySide.optional(), 'How many records of each side are alike'),
    likely: described(
      z.string().optional(),
      'Of a booking that one side has on several days: the first of them, which the other record likely belongs to',
    ),
    repeats: described(ids.optional(), 'Ids of the matches or lines whose records it repeats'),
    work: described(
      z
        .object({
          needed: described(z.int(), 'What would be needed'),
          limit: described(z.int(), 'What may be taken'),
          by: described(z.string(), 'What is counted'),
        })
        .optional(),
      'Of group_too_large: what a rule needs more of than it may take',
    ),
    suggested: described(z.literal(true).optional(), 'A suggestion holds a record of it'),
    group: described(hash.optional(), 'Common to the lines of one break of more than 1,000 records'),
    deterministic_hash: lineHash,
    records,
  })
  .meta({ id: 'Break', description: 'A finding: records that are not settled, and why' })

export const resultExclusion = z
  .object({
    id: described(
      z.string().meta({ example: 'exc_0123456789abcdef0123456789' }),
      'The id of the exclusion, made of its line',
    ),
    rule_id: ruleId,
    source_transaction_ids: described(ids, 'The ids of its records of the source'),
    target_transaction_ids: described(ids, 'The ids of its records of the target'),
    deterministic_hash: lineHash,
    records,
  })
  .meta({ id: 'Exclusion', description: 'Records that a rule took out of the run' })

export const resultNetting = z
  .object({
    id: described(
      z.string().meta({ example: 'net_0123456789abcdef0123456789' }),
      'The id of the netted line, made of the line',
    ),
    side: described(side, 'The side that the records are of'),
    transaction_ids: described(ids, 'The ids of its records'),
    confidence: described(z.enum(confidences), 'How sure the match is'),
    rule_used: described(z.string(), 'The name of the rule'),
    rule_id: ruleId,
    matched_at: described(z.iso.datetime(), 'When the run was completed'),
    evidence: described(
      z.array(resultEvidence),
      'The source value is that of the positive amount, the target value that of the negative',
    ),
    difference: described(
      z.string().optional(),
      'By how much the size of the negative amounts is more than that of the positive ones, where a tolerance let it pass',
    ),
    days: described(z.int().optional(), 'Days between the records'),
    similarity,
    variance,
    interchangeable,
    ambiguous,
    audit_trail_id: described(z.string(), 'Names the result that the line belongs to'),
    deterministic_hash: lineHash,
    records,
  })
  .meta({ id: 'Netting', description: 'Records of one side whose amounts come to zero' })

export type ResultMatch = z.infer<typeof resultMatch>
export type ResultBreak = z.infer<typeof resultBreak>
export type ResultExclusion = z.infer<typeof resultExclusion>
export type ResultNetting = z.infer<typeof resultNetting>
export type ResultItem = ResultMatch | ResultBreak | ResultExclusion | ResultNetting
