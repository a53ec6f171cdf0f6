import { isOfAmounts } from './amounts/amount-criteria.ts'
import type { Criterion, Rule, RuleFault, RuleInput } from './language/language.ts'

/** What a rule keeps of amounts that it ignores: their signs. */

/** Whether a rule compares amounts by a criterion or a sum of its own. */
export const comparesAmounts = ({ sum }: Pick<RuleInput, 'sum'>, match: readonly Criterion[]): boolean =>
  sum !== undefined || match.some(isOfAmounts)

/** `sign` of an effective rule, where its amounts are ignored: opposite for netting, which has two signs, else the same. */
export const effectiveSign = (
  input: Pick<RuleInput, 'ignoreAmount' | 'sign' | 'side' | 'sum'>,
  match: readonly Criterion[],
): Pick<Rule, 'sign'> =>
  input.ignoreAmount && !comparesAmounts(input, match)
    ? { sign: input.sign ?? (input.side === undefined ? 'same' : 'opposite') }
    : {}

/** Adds a fault where a rule has a `sign` but nothing that it could be the sign of. `pointer` is the rule's. */
export function checkSign(
  input: Pick<RuleInput, 'ignoreAmount' | 'sign' | 'sum'>,
  { match, pointer }: { readonly match: readonly Criterion[]; readonly pointer: string },
  faults: RuleFault[],
): void {
  if (input.sign === undefined || (input.ignoreAmount && !comparesAmounts(input, match))) return
  const detail = 'The sign of a rule is that of amounts under ignoreAmount: wanted sign in the criterion or the sum'
  faults.push({ pointer: `${pointer}/sign`, code: 'conflict', detail })
}
