import type { Criterion, RuleInput } from './language.ts'

const moneyFields = ['amount', 'gross', 'net']

/** Money is always compared: a rule that does not name the amount or the currency still has to agree in it. */
export function impliedCriteria(
  input: Pick<RuleInput, 'ignoreAmount' | 'crossCurrency' | 'sum'>,
  match: readonly Criterion[],
): Criterion[] {
  const named = new Set(match.flatMap(({ field, sourceField, targetField }) => [field, sourceField, targetField]))
  const amount: Criterion = { field: 'amount', op: 'equals', sign: 'same', nulls: 'match' }
  const currency: Criterion = { field: 'currency', op: 'equals', normalize: [], nulls: 'match' }
  return [
    ...(input.ignoreAmount || input.sum || moneyFields.some((field) => named.has(field)) ? [] : [amount]),
    ...(input.crossCurrency || named.has('currency') ? [] : [currency]),
  ]
}
