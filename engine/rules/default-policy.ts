import type { RuleInput } from './language.ts'

/** `default@1`, what runs when a caller gives no rules: only exact, never tolerant, never a suggestion. */
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
