import { isOfAmounts } from './amounts/amount-criteria.ts'
import { comparedFields, nameOfFields } from './criteria/compared-fields.ts'
import type { Criterion, Rule, RuleFault, RuleInput, Sum } from './language/language.ts'

/** `residual: "open"`: what a match leaves unsettled becomes an open record. */

export function checkResidual(
  input: RuleInput,
  { match, sum }: { readonly match: readonly Criterion[]; readonly sum?: Sum | undefined },
  { pointer, faults }: { readonly pointer: string; readonly faults: RuleFault[] },
): void {
  if (input.residual === undefined) return
  const refuse = (member: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/${member}`, code: 'conflict', detail })
  }
  if (input.cardinality === 'n:m') refuse('cardinality', 'The residual of a match of n:m belongs to no record')
  if (input.action === 'suggest') refuse('residual', 'A suggestion settles nothing, so it leaves no residual')
  for (const member of ['variance', 'convert'] as const)
    if (input[member] !== undefined)
      refuse(member, `A difference that stays open is not accepted: there is no ${member}`)
  for (const member of ['crossCurrency', 'ignoreAmount'] as const)
    if (input[member] === true) refuse(member, 'A residual is the difference of two amounts of one currency')
  if (settledAmounts({ match, ...(sum && { sum }) }) === undefined)
    faults.push({
      pointer,
      code: 'required',
      detail:
        'Wanted a tolerance of sum or of an amount beside residual, such as "100%": without one there is never a residual',
    })
}

/** The amounts of a match that settle each other: the sums of its records, or one field of each record. */
export type SettledAmounts = { readonly sign: Sum['sign'] } & (
  | { readonly of: 'sum' }
  | { readonly of: 'fields'; readonly name: string; readonly sourceField: string; readonly targetField: string }
)

/**
 * The amounts that can leave a residual: the rule's sum, else those of its last amount criterion with a tolerance.
 * Undefined without a tolerance.
 */
export function settledAmounts({ match = [], sum }: Pick<Rule, 'match' | 'sum'>): SettledAmounts | undefined {
  if (sum !== undefined) return sum.tolerance === undefined ? undefined : { of: 'sum', sign: sum.sign }
  const last = match.findLast((criterion) => criterion.tolerance !== undefined && isOfAmounts(criterion))
  const fields = last && comparedFields(last)
  return fields && { of: 'fields', name: nameOfFields(fields), ...fields, sign: last.sign ?? 'same' }
}
