import type { CriterionInput, NormalizeStep, RuleInput } from '../language/language.ts'

/** Steps that make spellings of a reference equal: `inv-0042` and `INV 42`. */
const spelling: readonly NormalizeStep[] = ['upper', 'strip-leading-zeros', 'alphanumeric']
export const reference: CriterionInput = { field: 'reference', normalize: spelling }
export const amount: CriterionInput = { field: 'amount' }
export const currency: CriterionInput = { field: 'currency' }

export const within = (days: NonNullable<CriterionInput['days']>): CriterionInput => ({ field: 'date', days })

/** A rule that suggests pairs by amount and date only, where neither record has another candidate. */
export const amountAndDate = (criterion: CriterionInput, days: NonNullable<CriterionInput['days']>): RuleInput => ({
  id: 'amount-and-date',
  name: 'Amount and date alone',
  action: 'suggest',
  ambiguous: 'drop',
  match: [criterion, currency, within(days), { ...reference, nulls: 'skip' }],
})
