import { matchTotals } from './shared-texts.ts'

/** Texts of the components of schema/playground.ts: component, path of the property, text. */
export const playgroundDescriptions = {
  PlaygroundResponse: {
    '': 'What the engine found in the built-in records',
    matched_count: 'Source records in a match',
    unmatched_count: 'Records of both sides that are open',
    success: 'Always true',
    timestamp: 'When the request was answered',
    request_id: 'The request',
    matches: 'The matches',
    ...matchTotals,
  },
  PlaygroundRequest: {
    '': 'Two adapters and one rule',
    'rules.matching': 'All have to hold; none at all mean the built-in policy',
    source: 'The source',
    'source.adapter': 'The adapter of the source',
    target: 'The target',
    'target.adapter': 'The adapter of the target',
    rules: 'The rule',
    'rules.matching.field': 'The field that is compared',
    'rules.matching.tolerance': 'How far two amounts may lie apart',
  },
} as const
