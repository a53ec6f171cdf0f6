import { isOfAmounts } from './amounts/amount-criteria.ts'
import type { Criterion, Rule, RuleFault, RuleInput } from './language/language.ts'

export const comparesAmounts = ({ sum }: Pick<RuleInput, 'sum'>, match: readonly Criterion[]): boolean =>
  sum !== undefined || match.some(isOfAmounts)

/** How a rule that ignores amounts compares their signs, `same` by default. Empty where amounts are compared. */
export const effectiveSign = (
  input: Pick<RuleInput, 'ignoreAmount' | 'sign' | 'side' | 'sum'>,
  match: readonly Criterion[],
): Pick<Rule, 'sign'> =>
  input.ignoreAmount && !comparesAmounts(input, match)
    ? { sign: input.sign ?? (input.side === undefined ? 'same' : 'opposite') }
    : {}

export function checkSign(
  input: Pick<RuleInput, 'ignoreAmount' | 'sign' | 'sum'>,
  { match, pointer }: { readonly match: readonly Criterion[]; readonly pointer: string },
  faults: RuleFault[],
): void {
  if (input.sign === undefined || (input.ignoreAmount && !comparesAmounts(input, match))) return
  const detail = 'The sign of a rule is that of amounts under ignoreAmount: wanted sign in the criterion or the sum'
  faults.push({ pointer: `${pointer}/sign`, code: 'conflict', detail })
}
