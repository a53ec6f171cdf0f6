import type { RuleInput } from './language.ts'

/** `default@1`, the policy of a run without rules: exact criteria only, no tolerance and no suggestion. */
export const defaultPolicy: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }] },
  {
    id: 'id',
    match: [{ field: 'id' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }, { field: 'date' }],
    confidence: 'high',
  },
  {
    id: 'amount-date',
    match: [
      { field: 'amount' },
      { field: 'currency', nulls: 'match' },
      { field: 'date' },
      { field: 'reference', nulls: 'skip' },
    ],
    confidence: 'high',
  },
]
