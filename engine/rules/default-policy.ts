import type { RuleInput } from './language/language.ts'

/**
 * `default@2`, the policy of a run without rules: it matches only on equal references or ids. Pairs that agree in
 * amount and nearly in date are suggested if neither record has another candidate.
 */
export const defaultPolicy: readonly RuleInput[] = [
  { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }] },
  {
    id: 'id',
    match: [{ field: 'id' }, { field: 'amount' }, { field: 'currency', nulls: 'match' }, { field: 'date' }],
    confidence: 'high',
  },
  {
    id: 'amount-date',
    action: 'suggest',
    ambiguous: 'drop',
    match: [
      { field: 'amount' },
      { field: 'currency', nulls: 'match' },
      { field: 'date', days: 7 },
      { field: 'reference', nulls: 'skip' },
    ],
  },
]
