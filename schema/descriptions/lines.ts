import { recordFields } from './shared-texts.ts'

/** Texts of the components that no schema file has: rows of an export, and the canonical lines that the engine writes. */

const evidence = {
  confidence: 'How sure the match is',
  equal: 'Values that are the same on both sides, by field',
  differ: 'Values of source and target that are not, by field',
  sum: 'What the terms of the rule add up to on each side',
  difference: 'Target − source of the last amount compared',
  days: 'Days from the source to the target',
  similarity: 'Basis points, the lowest of the rule’s similarities',
  variance: 'The label of the difference that the rule accepted',
  converted: 'What the rule compared after conversion',
  'converted.currency': 'The currency compared in',
  'converted.values': 'By field the amounts of source and target in it',
  'converted.difference': 'Target − source of the last of them; absent when it is 0',
  turned: 'The target counts with its sign changed',
  residual: 'What is left unsettled, as an item of its own',
  'residual.side': 'The side of the record that is left',
  'residual.id': 'The id of the open item',
  'residual.amount': 'What is left',
  interchangeable: 'The records could be exchanged for others that are alike',
  ambiguous: 'The rule met a tie and decided it by the least ids',
} as const

const breakEvidence = {
  reason: 'Why the records are not settled',
  difference: 'How far the target lies from the source',
  days: 'Days from the source to the target',
  failed: 'The rule that came nearest',
  'failed.rule': 'The id of the rule',
  'failed.field': 'The field of the criterion that did not hold',
  'failed.code': 'Why the rule could not compare',
  'failed.needs': 'What the criterion would have to allow',
  hint: 'What the two values that missed look like',
  candidates: 'Near misses beside an open record',
  listed: 'Of a text that lists records: those found, keys without a record, those matched',
  'listed.found': 'Ids of the records that were found open',
  'listed.missing': 'Keys without a record',
  'listed.taken': 'Ids of the records that are matched',
  total: 'What the records that could make up the sum add up to',
  taken: 'Records that satisfy every criterion of a rule, and are matched already',
  counts: 'How many records of each side are alike',
  'counts.source': 'Records of the source',
  'counts.target': 'Records of the target',
  repeats: 'Ids of the matches or lines whose records it repeats',
  work: 'What a rule needs more of than it may take',
  'work.needed': 'What would be needed',
  'work.limit': 'What may be taken',
  'work.by': 'What is counted',
  suggested: 'A suggestion holds a record of it',
  group: 'Common to the lines of one break of more than 1,000 records',
} as const

const sides = { source: 'Ids of its records of the source', target: 'Ids of its records of the target' } as const

const days = {
  before: 'Days that the target lies before the source',
  after: 'Days that the target lies after the source',
  from: 'The least of target − source',
  to: 'The most of target − source',
} as const

const daysOf = <Name extends string>(name: Name) =>
  Object.fromEntries(Object.entries(days).map(([member, text]) => [`${name}.${member}`, text]))

export const lineDescriptions = {
  UploadedRecord: {
    '': 'A record, each field as text or as a number. Members of other names are taken where a mapping, or the columns of the adapter, name them; anything else belongs into attributes',
    id: 'The id of the record; made of its content when left out',
    ...recordFields,
    attributes: 'Everything else, by name',
  },
  Needs: {
    '': 'What a criterion would have to allow for a pair to meet it, in its own members',
    tolerance: 'The tolerance it would need',
    'tolerance.from': 'The least of target − source',
    'tolerance.to': 'The most of target − source',
    'tolerance.absolute': 'The size of the difference',
    'tolerance.percent': 'The size of the difference as a percentage',
    'tolerance.of': 'Which amount the percentage is of',
    'tolerance.combine': 'Whether one of the two bounds has to hold, or both',
    days: 'The days it would need',
    ...daysOf('days'),
    businessDays: 'The business days it would need',
    ...daysOf('businessDays'),
    similarity: 'The least likeness it would have to ask for',
    min: 'The characters it would have to ask for',
    nulls: 'What it would have to do with an absent value: `match` where both are absent, `skip` where one is',
  },
  MatchLine: {
    '': 'A match or a suggestion as it is hashed',
    kind: 'What the line is',
    rule: 'The id of the rule',
    ...sides,
    ...evidence,
  },
  BreakLine: { '': 'A break as it is hashed', kind: 'What the line is', ...sides, ...breakEvidence },
  ExcludedLine: { '': 'An exclusion as it is hashed', kind: 'What the line is', rule: 'The id of the rule', ...sides },
  NettedLine: {
    '': 'Records of one side that come to zero, as they are hashed. Values that differ are those of the positive and of the negative amounts',
    kind: 'What the line is',
    rule: 'The id of the rule',
    side: 'The side that the records are of',
    records: 'The ids of its records',
    ...evidence,
  },
  CandidateLine: {
    '': 'A near miss',
    source: 'The id of the record of the source',
    target: 'The id of the record of the target',
    side: 'The side of both, where a netting rule compared them',
    difference: 'How far the target lies from the source',
    days: 'Days from the source to the target',
    takenBy: 'The id of the match, or of the netted line, that holds the other record',
  },
  ArtifactLine: { '': 'A canonical line of a result by its `kind`, a receipt, or a canonical record' },
  LineEvidence: { '': 'What a line of a result says besides its rule and its records', ...evidence, ...breakEvidence },
}
