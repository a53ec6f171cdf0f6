import { toleranceMembers } from './shared-texts.ts'

const ruleMembers = {
  side: 'Netting: records of this side are matched with those of opposite sign of the same side',
  match: 'All must hold; the exact ones are the key that records are grouped by',
  select: 'The whole group of a key, or a subset of the n side that adds up to one record of the other',
  assign:
    'Tier by tier the closest pairs, or of each connected component the most pairs at the least distance (1:1 only)',
  ambiguous:
    'A tie is held as one break (review), left to later rules (defer), goes to the least ids (best), or is not suggested (drop)',
  rank: 'Which distances decide first between candidates',
  residual: 'What a match leaves unsettled becomes an open record of its own',
  confidence: 'A cap: the evidence can only lower it',
  variance: 'The label of the differences that it accepts',
  sign: 'Of amounts that ignoreAmount leaves out',
  id: 'Names the rule in results; made of its place when left out',
  name: 'A name for people, the id when left out',
  enabled: 'False leaves the rule out; true when left out',
  action:
    'match settles records, suggest proposes a match for a person to decide, exclude takes records out of the run',
  cardinality: 'Records of the source : records of the target in one match',
  where: 'Which records the rule looks at; all of them when left out',
  'where.source': 'All must hold for a record of the source',
  'where.target': 'All must hold for a record of the target',
  limits: 'Bounds of a subset',
  convert: 'Amounts are compared in one currency, by the rates of the policy',
  ignoreAmount: 'Matches whatever the amounts are',
  crossCurrency: 'Lets records of different currencies match without a conversion',
  sum: 'What each side adds up to; required for an n side',
} as const

/** Texts of the components of schema/rule.ts: component, path of the property, text. */
export const ruleDescriptions = {
  Rule: {
    '': 'A rule as a caller writes it',
    ...ruleMembers,
  },
  EffectiveRule: {
    '': 'A rule as it is executed and shown: every default and implied criterion written out',
    ...ruleMembers,
  },
  Filter: {
    '': 'A condition on one field of a record',
    abs: 'Compares the absolute value of a decimal',
    field: 'A canonical field, or attributes.<path>',
    op: 'How the field is compared with the value',
    value: 'What the field is compared with; a list for in and nin, absent for ops that need none',
  },
  Sum: {
    '': 'What each side adds up to',
    source: 'The terms of the source, amount alone when left out',
    target: 'The terms of the target, amount alone when left out',
    tolerance: 'How far the sums may lie apart',
    sign: 'Whether the sums have the same sign, opposite signs, or any',
    ...toleranceMembers,
    'source.field': 'A decimal field that is added',
    'source.times': '1 adds the field, -1 subtracts it',
    'source.default': 'What stands in for a field without a value',
    'source.percent': 'A percentage that is added, of the field in `of`',
    'source.of': 'The field that the percentage is of',
    'source.fixed': 'An amount that is added to each record',
    'target.field': 'A decimal field that is added',
    'target.times': '1 adds the field, -1 subtracts it',
    'target.default': 'What stands in for a field without a value',
    'target.percent': 'A percentage that is added, of the field in `of`',
    'target.of': 'The field that the percentage is of',
    'target.fixed': 'An amount that is added to each record',
  },
  SubsetLimits: {
    '': 'Bounds of the search for a subset',
    maxItems: 'Records that a subset has at most',
    maxCandidates: 'Records that a subset is chosen from at most; more are a break subset_limit',
  },
  Conversion: {
    '': 'In which currency amounts are compared',
    to: 'A currency, or source or target for that of the record',
    maxAgeDays: 'How old a rate may be, 0 when left out',
  },
} as const
