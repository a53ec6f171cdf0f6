import { breakHints, breakReasons, causeKinds, failureCodes } from '@tallystick/engine/result'
import { confidences, variances } from '@tallystick/engine/rules'
import { needsSchema } from './needs-schema.ts'
import type { Node } from './nodes.ts'
import { always, byField, ids, type Members, object, oneOf, pair, reference, text, whole } from './schema-nodes.ts'

/** Components for shapes that no schema checks: rows of an export, and lines that the engine writes. */

const kind = (...names: readonly string[]): Members => ({ kind: oneOf('What the line is', ...names) })
const rule = text('The id of the rule')
const decision = text(
  'Only of a match by hand, which has no confidence and may have records of one side: the id of its decision',
)
const sideOf = (description: string): Node => oneOf(description, 'source', 'target')
const days = whole('Days from the source to the target; of a break with `likely`, from the first booking to the last')

const lineEvidence: Members = {
  confidence: oneOf('How sure the match is', ...confidences),
  equal: byField('Values that are the same on both sides, by field', { type: 'string' }),
  differ: byField('Values of source and target that are not, by field', pair),
  sum: { ...pair, description: 'What the terms of the rule add up to on each side' },
  difference: text(
    'Target − source of the last amount compared, with the target’s sign turned where the rule compares opposite signs',
  ),
  days,
  similarity: whole('Basis points, the lowest of the rule’s similarities'),
  variance: oneOf('The label of the difference that the rule accepted', ...variances),
  converted: object(
    'What the rule compared after conversion',
    {
      currency: text('The currency compared in'),
      values: byField('By field the amounts of source and target in it', pair),
      difference: text('Target − source of the last of them; absent when it is 0'),
    },
    ['currency', 'values'],
  ),
  turned: always('The target counts with its sign changed'),
  residual: object(
    'What is left unsettled, as an item of its own',
    {
      side: sideOf('The side of the record that is left'),
      id: text('The id of the open item'),
      amount: text('What is left'),
    },
    ['side', 'id', 'amount'],
  ),
  interchangeable: always('The records could be exchanged for others that are alike'),
  ambiguous: always('The rule met a tie and decided it by the least ids'),
}

const candidates = (description: string): Node => ({ type: 'array', items: reference('CandidateLine'), description })

const breakEvidence: Members = {
  reason: oneOf('Why the records are not settled', ...breakReasons),
  difference: text(
    'Target − source of the last amount compared, with the target’s sign turned where the rule compares opposite signs',
  ),
  days,
  failed: object(
    'The rule that came nearest',
    {
      rule,
      field: text('The field of the criterion that did not hold'),
      code: oneOf('Why the rule could not compare', ...failureCodes),
      needs: { ...reference('Needs'), description: 'What the criterion would have to allow' },
    },
    ['rule'],
  ),
  hint: oneOf('What the two values that missed look like', ...breakHints),
  candidates: candidates('Near misses beside an open record'),
  listed: object(
    'Of a text that lists records: those found, keys without a record, those matched',
    {
      found: ids('Ids of the records that were found open'),
      missing: ids('Keys without a record'),
      taken: ids('Ids of the records that are matched'),
    },
    ['found', 'missing', 'taken'],
  ),
  total: text('What the records that could make up the sum add up to'),
  taken: candidates('Records that satisfy every criterion of a rule, and are matched already'),
  partOf: object(
    'The record that the nearest set with this record should add up to',
    {
      side: sideOf('The side of the anchor'),
      id: text('The id of the anchor'),
      total: text('What the records of the set add up to'),
      difference: text('By how much the set misses the anchor'),
    },
    ['side', 'id', 'total', 'difference'],
  ),
  cause: object(
    'What a missing record has in common with others of its side',
    {
      kind: oneOf('What the records have in common', ...causeKinds),
      value: text('The value in common: a name, a type, or a day'),
    },
    ['kind', 'value'],
  ),
  counts: object(
    'How many records of each side are alike',
    { source: whole('Records of the source'), target: whole('Records of the target') },
    ['source', 'target'],
  ),
  likely: text('Of a booking that one side has on several days: the id of the first of them'),
  repeats: ids('Ids of the matches or lines whose records it repeats'),
  work: object(
    'What a rule needs more of than it may take',
    { needed: whole('What would be needed'), limit: whole('What may be taken'), by: text('What is counted') },
    ['needed', 'limit', 'by'],
  ),
  suggested: always('A suggestion holds a record of it'),
  group: text('Common to the lines of one break of more than 1,000 records'),
}

const bySide: Members = {
  source: ids('Ids of its records of the source'),
  target: ids('Ids of its records of the target'),
}

export const lineSchemas: { readonly [name: string]: Node } = structuredClone({
  Needs: needsSchema,
  MatchLine: object(
    'A match or a suggestion as it is hashed',
    {
      ...kind('match', 'suggestion'),
      rule,
      decision,
      ...bySide,
      ...lineEvidence,
    },
    ['kind', 'rule'],
  ),
  BreakLine: object('A break as it is hashed', { ...kind('break'), ...bySide, ...breakEvidence }, ['kind', 'reason']),
  ExcludedLine: object('An exclusion as it is hashed', { ...kind('excluded'), rule, ...bySide }, ['kind', 'rule']),
  NettedLine: object(
    'Records of one side that come to zero, as they are hashed. Values that differ are those of the positive and of the negative amounts',
    {
      ...kind('netted'),
      rule,
      side: sideOf('The side that the records are of'),
      records: ids('The ids of its records'),
      ...lineEvidence,
    },
    ['kind', 'rule', 'confidence', 'side', 'records'],
  ),
  CandidateLine: object(
    'A near miss',
    {
      source: text('The id of the record of the source'),
      target: text('The id of the record of the target'),
      side: sideOf('The side of both, where a netting rule compared them'),
      difference: text(
        'Target − source of the last amount compared, with the target’s sign turned where the rule compares opposite signs',
      ),
      days,
      takenBy: text('The id of the match, or of the netted line, that holds the other record'),
    },
    ['source', 'target'],
  ),
  ArtifactLine: {
    anyOf: ['MatchLine', 'BreakLine', 'ExcludedLine', 'NettedLine', 'Receipt', 'CanonicalRecord'].map(reference),
    description: 'A canonical line of a result by its `kind`, a receipt, or a canonical record',
  },
  LineEvidence: object('What a line of a result says besides its rule and its records', {
    decision,
    ...lineEvidence,
    ...breakEvidence,
  }),
})
