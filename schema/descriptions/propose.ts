/** Texts of the components of schema/propose.ts: component, path of the property, text. */
export const proposeDescriptions = {
  ProposalRequest: {
    '': 'The two sides for which rules are proposed',
    sourceAdapter: 'The adapter of the source: its newest dataset is read',
    targetAdapter: 'The adapter of the target: its newest dataset is read',
  },
  Proposal: {
    '': 'Rules that two datasets suggest. Nothing of it is stored; the same records in any order have the same proposal',
    source: 'The dataset that was read as the source',
    target: 'The dataset that was read as the target',
    related: 'Whether anything about the records says that the sides belong together; without that there is no rule',
    rules:
      'Rules from certain to doubtful, for `rules` of a run. Beware of an empty list, which stands there for the built-in policy',
    explanations: 'What led to each rule, in the order of the rules',
    left: 'Records that no rule of the action match takes when all rules are run',
    'left.source': 'Records of the source',
    'left.target': 'Records of the target',
    'left.reasons': 'Why they are left, a sentence each',
  },
  ProposedRule: {
    '': 'What led to a proposed rule, and what the rule would do',
    rule: 'The id of the rule',
    action: 'Whether it matches, or only suggests',
    sentence: 'What the rule does and why, in a sentence',
    figures: 'The figures that led to it, a statement each',
    matches: 'What the rule makes when all rules are run: matches, netted groups or suggestions',
    estimatedWrong:
      'How many of these are wrong, as the records alone tell: by fields that the rule does not read, and by what it would match by chance',
    'estimatedWrong.share': 'As a part of all, from 0 to 1',
    'estimatedWrong.count': 'As a number of matches',
    examples: 'Some of what the rule makes: three, or as many as there are',
    'examples.source': 'Ids of its records of the source',
    'examples.target': 'Ids of its records of the target',
  },
} as const
